(* Integers of 32 bits, computed as ordinary integers and cut back. *)

type t = int32

external of_int : int -> int32 = "int32_of_int"
external lydian_of_result : int -> int32 = "int32_of_result"
external to_int : int32 -> int = "int32_to_int"
external lydian_int64_of_string : string -> int64 = "int64_of_string"
external lydian_int64_to_int : int64 -> int = "int64_to_int"

let zero = 0l
let one = 1l
let minus_one = -1l
let max_int = 0x7fffffffl
let min_int = -0x80000000l
let neg a = lydian_of_result (-to_int a)
let add a b = lydian_of_result (to_int a + to_int b)
let sub a b = lydian_of_result (to_int a - to_int b)
let mul a b = lydian_of_result (to_int a * to_int b)
let div a b = lydian_of_result (to_int a / to_int b)
let rem a b = of_int (to_int a mod to_int b)
let succ a = lydian_of_result (to_int a + 1)
let pred a = lydian_of_result (to_int a - 1)
let abs a = if to_int a >= 0 then a else neg a
let logand a b = of_int (to_int a land to_int b)
let logor a b = of_int (to_int a lor to_int b)
let logxor a b = of_int (to_int a lxor to_int b)
let lognot a = of_int (lnot (to_int a))
let shift_left a n = of_int (to_int a lsl n)
let shift_right a n = of_int (to_int a asr n)
let lydian_unsigned a = to_int a land 0xffffffff
let shift_right_logical a n = of_int (lydian_unsigned a lsr n)
let unsigned_to_int a = Some (lydian_unsigned a)
let unsigned_div a b = of_int (lydian_unsigned a / lydian_unsigned b)
let unsigned_rem a b = of_int (lydian_unsigned a mod lydian_unsigned b)
let equal (a : int32) (b : int32) = a = b
let compare (a : int32) (b : int32) = compare a b
let unsigned_compare a b = Stdlib.compare (lydian_unsigned a) (lydian_unsigned b)
let min (a : int32) (b : int32) = if a <= b then a else b
let max (a : int32) (b : int32) = if a >= b then a else b
let of_float x = lydian_of_result (int_of_float x)
let to_float a = float_of_int (to_int a)
let to_string a = string_of_int (to_int a)

(* Plain decimals must fit with their sign; with a prefix (0x, 0o, 0b, 0u) all 32 bits may be used. *)
let of_string s =
  let fail () = failwith "Int32.of_string" in
  let n = String.length s in
  let sign = n > 0 && (String.get s 0 = '-' || String.get s 0 = '+') in
  let negative = sign && String.get s 0 = '-' in
  let digits = if sign then String.sub s 1 (n - 1) else s in
  let first i = if i < String.length digits then String.get digits i else ' ' in
  let has_prefix =
    first 0 = '0'
    && match first 1 with 'x' | 'X' | 'o' | 'O' | 'b' | 'B' | 'u' | 'U' -> true | _ -> false
  in
  let limit = if has_prefix then 0xffffffff else if negative then 0x80000000 else 0x7fffffff in
  match if first 0 = '-' || first 0 = '+' then None else Some (lydian_int64_of_string digits) with
  | exception Failure _ -> fail ()
  | None -> fail ()
  | Some magnitude ->
      if magnitude < 0L || magnitude > 0xffffffffL || lydian_int64_to_int magnitude > limit then fail ()
      else of_int (if negative then -lydian_int64_to_int magnitude else lydian_int64_to_int magnitude)

let of_string_opt s = try Some (of_string s) with Failure _ -> None
