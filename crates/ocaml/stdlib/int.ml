(* Integers of 63 bits. *)

type t = int

external neg : int -> int = "int_neg"
external add : int -> int -> int = "int_add"
external sub : int -> int -> int = "int_sub"
external mul : int -> int -> int = "int_mul"
external div : int -> int -> int = "int_div"
external rem : int -> int -> int = "int_mod"
external logand : int -> int -> int = "int_and"
external logor : int -> int -> int = "int_or"
external logxor : int -> int -> int = "int_xor"
external shift_left : int -> int -> int = "int_shift_left"
external shift_right : int -> int -> int = "int_shift_right"
external shift_right_logical : int -> int -> int = "int_shift_right_logical"
external to_float : int -> float = "float_of_int"
external of_float : float -> int = "int_of_float"

let zero = 0
let one = 1
let minus_one = -1
let succ n = n + 1
let pred n = n - 1
let abs n = if n >= 0 then n else -n
let max_int = max_int
let min_int = min_int
let lognot n = n lxor -1
let equal (a : int) (b : int) = a = b
let compare (a : int) (b : int) = compare a b
let min (a : int) (b : int) = if a <= b then a else b
let max (a : int) (b : int) = if a >= b then a else b
let to_string n = string_of_int n
