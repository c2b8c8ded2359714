(* Integers of the machine's word: 64 bits here, so all is done by Int64. *)

type t = nativeint

external of_int64 : int64 -> nativeint = "%identity"
external to_int64 : nativeint -> int64 = "%identity"

let size = 64
let zero = 0n
let one = 1n
let minus_one = -1n
let max_int = of_int64 Int64.max_int
let min_int = of_int64 Int64.min_int
let of_int n = of_int64 (Int64.of_int n)
let to_int a = Int64.to_int (to_int64 a)
let neg a = of_int64 (Int64.neg (to_int64 a))
let add a b = of_int64 (Int64.add (to_int64 a) (to_int64 b))
let sub a b = of_int64 (Int64.sub (to_int64 a) (to_int64 b))
let mul a b = of_int64 (Int64.mul (to_int64 a) (to_int64 b))
let div a b = of_int64 (Int64.div (to_int64 a) (to_int64 b))
let rem a b = of_int64 (Int64.rem (to_int64 a) (to_int64 b))
let unsigned_div a b = of_int64 (Int64.unsigned_div (to_int64 a) (to_int64 b))
let unsigned_rem a b = of_int64 (Int64.unsigned_rem (to_int64 a) (to_int64 b))
let succ a = of_int64 (Int64.succ (to_int64 a))
let pred a = of_int64 (Int64.pred (to_int64 a))
let abs a = of_int64 (Int64.abs (to_int64 a))
let logand a b = of_int64 (Int64.logand (to_int64 a) (to_int64 b))
let logor a b = of_int64 (Int64.logor (to_int64 a) (to_int64 b))
let logxor a b = of_int64 (Int64.logxor (to_int64 a) (to_int64 b))
let lognot a = of_int64 (Int64.lognot (to_int64 a))
let shift_left a n = of_int64 (Int64.shift_left (to_int64 a) n)
let shift_right a n = of_int64 (Int64.shift_right (to_int64 a) n)
let shift_right_logical a n = of_int64 (Int64.shift_right_logical (to_int64 a) n)
let unsigned_to_int a = Int64.unsigned_to_int (to_int64 a)
let of_float x = of_int64 (Int64.of_float x)
let to_float a = Int64.to_float (to_int64 a)
let of_int32 a = of_int64 (Int64.of_int32 a)
let to_int32 a = Int64.to_int32 (to_int64 a)
let to_string a = Int64.to_string (to_int64 a)

let of_string s =
  match Int64.of_string_opt s with Some n -> of_int64 n | None -> failwith "Nativeint.of_string"

let of_string_opt s = try Some (of_string s) with Failure _ -> None
let equal (a : nativeint) (b : nativeint) = a = b
let compare (a : nativeint) (b : nativeint) = compare a b
let unsigned_compare a b = Int64.unsigned_compare (to_int64 a) (to_int64 b)
let min (a : nativeint) (b : nativeint) = if a <= b then a else b
let max (a : nativeint) (b : nativeint) = if a >= b then a else b
