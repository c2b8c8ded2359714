(* Floating-point numbers of 64 bits. *)

type t = float
type fpclass = Stdlib.fpclass = FP_normal | FP_subnormal | FP_zero | FP_infinite | FP_nan

external neg : float -> float = "float_neg"
external add : float -> float -> float = "float_add"
external sub : float -> float -> float = "float_sub"
external mul : float -> float -> float = "float_mul"
external div : float -> float -> float = "float_div"
external fma : float -> float -> float -> float = "float_fma"
external rem : float -> float -> float = "float_mod"
external abs : float -> float = "float_abs"
external of_int : int -> float = "float_of_int"
external to_int : float -> int = "int_of_float"
external of_string : string -> float = "float_of_string"
external pow : float -> float -> float = "float_pow"
external sqrt : float -> float = "float_sqrt"
external cbrt : float -> float = "float_cbrt"
external exp : float -> float = "float_exp"
external exp2 : float -> float = "float_exp2"
external log : float -> float = "float_log"
external log10 : float -> float = "float_log10"
external log2 : float -> float = "float_log2"
external expm1 : float -> float = "float_expm1"
external log1p : float -> float = "float_log1p"
external cos : float -> float = "float_cos"
external sin : float -> float = "float_sin"
external tan : float -> float = "float_tan"
external acos : float -> float = "float_acos"
external asin : float -> float = "float_asin"
external atan : float -> float = "float_atan"
external atan2 : float -> float -> float = "float_atan2"
external hypot : float -> float -> float = "float_hypot"
external cosh : float -> float = "float_cosh"
external sinh : float -> float = "float_sinh"
external tanh : float -> float = "float_tanh"
external acosh : float -> float = "float_acosh"
external asinh : float -> float = "float_asinh"
external atanh : float -> float = "float_atanh"
external trunc : float -> float = "float_trunc"
external round : float -> float = "float_round"
external ceil : float -> float = "float_ceil"
external floor : float -> float = "float_floor"
external copy_sign : float -> float -> float = "float_copysign"
external ldexp : float -> int -> float = "float_ldexp"
external lydian_hash : int -> int -> int -> 'a -> int = "seeded_hash_param"
external lydian_bits : float -> int64 = "int64_bits_of_float"
external lydian_of_bits : int64 -> float = "int64_float_of_bits"
external lydian_int64_add : int64 -> int64 -> int64 = "int64_add"

let zero = 0.
let one = 1.
let minus_one = -1.
let infinity = infinity
let neg_infinity = neg_infinity
let nan = nan
let pi = 3.141592653589793
let max_float = max_float
let min_float = min_float
let epsilon = epsilon_float
let of_string_opt s = float_of_string_opt s
let to_string x = string_of_float x
let classify_float x = classify_float x
let frexp x = frexp x
let modf x = modf x
let is_nan (x : float) = x <> x
let is_finite (x : float) = x -. x = 0.
let is_infinite (x : float) = abs x = infinity
let is_integer x = is_finite x && x = trunc x
let sign_bit x = copy_sign 1. x < 0.
let equal (a : float) (b : float) = lydian_compare_equal a b
let compare (a : float) (b : float) = compare a b
let hash (x : float) = lydian_hash 10 100 0 x

(* Neighbours in size are neighbours in bits. *)
let next_after x y =
  if is_nan x || is_nan y then x +. y
  else if x = y then y
  else if x = 0. then copy_sign (lydian_of_bits 1L) y
  else
    let away = x < y = (x > 0.) in
    lydian_of_bits (lydian_int64_add (lydian_bits x) (if away then 1L else -1L))

let succ x = next_after x infinity
let pred x = next_after x neg_infinity

(* -0. is smaller than 0. here; a NaN wins in `min` and `max`, and loses in `min_num` and `max_num`. *)
let lydian_smaller x y = x < y || (x = y && sign_bit x)
let min x y = if is_nan x then x else if is_nan y then y else if lydian_smaller x y then x else y
let max x y = if is_nan x then x else if is_nan y then y else if lydian_smaller x y then y else x
let min_max x y = if is_nan x || is_nan y then (nan, nan) else (min x y, max x y)
let min_num x y = if is_nan x then y else if is_nan y then x else min x y
let max_num x y = if is_nan x then y else if is_nan y then x else max x y
let min_max_num x y = (min_num x y, max_num x y)
