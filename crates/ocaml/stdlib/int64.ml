(* Integers of 64 bits. *)

type t = int64

external of_int : int -> int64 = "int64_of_int"
external to_int : int64 -> int = "int64_to_int"
external add : int64 -> int64 -> int64 = "int64_add"
external sub : int64 -> int64 -> int64 = "int64_sub"
external mul : int64 -> int64 -> int64 = "int64_mul"
external div : int64 -> int64 -> int64 = "int64_div"
external rem : int64 -> int64 -> int64 = "int64_rem"
external lydian_sub : int64 -> int64 -> int64 = "int64_sub_unwatched"
external lydian_mul : int64 -> int64 -> int64 = "int64_mul_unwatched"
external logand : int64 -> int64 -> int64 = "int64_and"
external logor : int64 -> int64 -> int64 = "int64_or"
external logxor : int64 -> int64 -> int64 = "int64_xor"
external shift_left : int64 -> int -> int64 = "int64_shift_left"
external shift_right : int64 -> int -> int64 = "int64_shift_right"
external shift_right_logical : int64 -> int -> int64 = "int64_shift_right_logical"
external of_float : float -> int64 = "int64_of_float"
external to_float : int64 -> float = "int64_to_float"
external of_string : string -> int64 = "int64_of_string"
external to_string : int64 -> string = "int64_to_string"
external bits_of_float : float -> int64 = "int64_bits_of_float"
external float_of_bits : int64 -> float = "int64_float_of_bits"
external lydian_int32_of_int : int -> int32 = "int32_of_int"
external lydian_int32_to_int : int32 -> int = "int32_to_int"
external of_nativeint : nativeint -> int64 = "%identity"
external to_nativeint : int64 -> nativeint = "%identity"

let zero = 0L
let one = 1L
let minus_one = -1L
let max_int = 0x7fffffffffffffffL
let min_int = 0x8000000000000000L
let neg a = sub 0L a
let succ a = add a 1L
let pred a = sub a 1L
let abs (a : int64) = if a >= 0L then a else neg a
let lognot a = logxor a (-1L)
let of_int32 a = of_int (lydian_int32_to_int a)
let to_int32 a = lydian_int32_of_int (to_int a)
let equal (a : int64) (b : int64) = a = b
let compare (a : int64) (b : int64) = compare a b
let unsigned_compare a b = compare (lydian_sub a min_int) (lydian_sub b min_int)
let min (a : int64) (b : int64) = if a <= b then a else b
let max (a : int64) (b : int64) = if a >= b then a else b

let unsigned_to_int a =
  if a >= 0L && a <= of_int Stdlib.max_int then Some (to_int a) else None

(* Half the dividend is not negative, so its quotient is at most one too small. *)
let unsigned_div a b =
  if b < 0L then if unsigned_compare a b < 0 then 0L else 1L
  else
    let quotient = shift_left (div (shift_right_logical a 1) b) 1 in
    let rest = lydian_sub a (lydian_mul quotient b) in
    if unsigned_compare rest b >= 0 then succ quotient else quotient

let unsigned_rem a b = lydian_sub a (lydian_mul (unsigned_div a b) b)
let of_string_opt s = try Some (of_string s) with Failure _ -> None
