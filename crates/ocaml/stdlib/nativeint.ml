(* Integers of the machine's word: 64 bits here, so all is done by Int64. *)

type t = nativeint

external lydian_of_int64 : int64 -> nativeint = "%identity"
external lydian_to_int64 : nativeint -> int64 = "%identity"

let size = 64
let zero = 0n
let one = 1n
let minus_one = -1n
let max_int = lydian_of_int64 Int64.max_int
let min_int = lydian_of_int64 Int64.min_int
let of_int n = lydian_of_int64 (Int64.of_int n)
let to_int a = Int64.to_int (lydian_to_int64 a)
let neg a = lydian_of_int64 (Int64.neg (lydian_to_int64 a))
let add a b = lydian_of_int64 (Int64.add (lydian_to_int64 a) (lydian_to_int64 b))
let sub a b = lydian_of_int64 (Int64.sub (lydian_to_int64 a) (lydian_to_int64 b))
let mul a b = lydian_of_int64 (Int64.mul (lydian_to_int64 a) (lydian_to_int64 b))
let div a b = lydian_of_int64 (Int64.div (lydian_to_int64 a) (lydian_to_int64 b))
let rem a b = lydian_of_int64 (Int64.rem (lydian_to_int64 a) (lydian_to_int64 b))
let unsigned_div a b = lydian_of_int64 (Int64.unsigned_div (lydian_to_int64 a) (lydian_to_int64 b))
let unsigned_rem a b = lydian_of_int64 (Int64.unsigned_rem (lydian_to_int64 a) (lydian_to_int64 b))
let succ a = lydian_of_int64 (Int64.succ (lydian_to_int64 a))
let pred a = lydian_of_int64 (Int64.pred (lydian_to_int64 a))
let abs a = lydian_of_int64 (Int64.abs (lydian_to_int64 a))
let logand a b = lydian_of_int64 (Int64.logand (lydian_to_int64 a) (lydian_to_int64 b))
let logor a b = lydian_of_int64 (Int64.logor (lydian_to_int64 a) (lydian_to_int64 b))
let logxor a b = lydian_of_int64 (Int64.logxor (lydian_to_int64 a) (lydian_to_int64 b))
let lognot a = lydian_of_int64 (Int64.lognot (lydian_to_int64 a))
let shift_left a n = lydian_of_int64 (Int64.shift_left (lydian_to_int64 a) n)
let shift_right a n = lydian_of_int64 (Int64.shift_right (lydian_to_int64 a) n)
let shift_right_logical a n = lydian_of_int64 (Int64.shift_right_logical (lydian_to_int64 a) n)
let unsigned_to_int a = Int64.unsigned_to_int (lydian_to_int64 a)
let of_float x = lydian_of_int64 (Int64.of_float x)
let to_float a = Int64.to_float (lydian_to_int64 a)
let of_int32 a = lydian_of_int64 (Int64.of_int32 a)
let to_int32 a = Int64.to_int32 (lydian_to_int64 a)
let to_string a = Int64.to_string (lydian_to_int64 a)

let of_string s =
  match Int64.of_string_opt s with Some n -> lydian_of_int64 n | None -> failwith "Nativeint.of_string"

let of_string_opt s = try Some (of_string s) with Failure _ -> None
let equal (a : nativeint) (b : nativeint) = a = b
let compare (a : nativeint) (b : nativeint) = compare a b
let unsigned_compare a b = Int64.unsigned_compare (lydian_to_int64 a) (lydian_to_int64 b)
let min (a : nativeint) (b : nativeint) = if a <= b then a else b
let max (a : nativeint) (b : nativeint) = if a >= b then a else b
