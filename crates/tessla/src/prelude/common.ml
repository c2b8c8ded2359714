(* What value functions of stream specifications are made of. Integers are unbounded here. An operation that fails raises
   an exception whose text is the message of the error. *)

external times : int -> int -> int = "int_mul_term"
external note : int -> 'a -> unit = "note"

let fail message = failwith message
let negate a = 0 - a
let negate_float a = -.a
let flip_bits a = -1 - a

(* No integer has more bits than this, so that farther to the right only the sign is left. *)
let most_bits = 1048576
let to_the_right a n = if n <= most_bits then a asr n else if a < 0 then -1 else 0
let to_the_left a n =
  if n <= most_bits then a lsl n
  else if a = 0 then 0
  else failwith "Cannot shift to the left by more than 1048576 bits"
let shift_left a n = if n >= 0 then to_the_left a n else to_the_right a (0 - n)
let shift_right a n = if n >= 0 then to_the_right a n else to_the_left a (0 - n)

let is_none = function None -> true | Some _ -> false
let is_some = function None -> false | Some _ -> true
let get_some = function Some value -> value | None -> failwith "Cannot get the value of None"

(* Floats. *)

let log_to_base a base = log a /. log base

external float_format : char -> int -> float -> string = "float_format"

let rec repeat text n =
  if n <= 0 then ""
  else
    let half = repeat text (n / 2) in
    if n mod 2 = 0 then half ^ half else half ^ half ^ text

(* The fewest digits that are read back as the same number, as "d.ddde+xx". *)
let rec shortest f digits =
  let text = float_format 'e' digits f in
  if digits >= 16 || float_of_string text = f then text else shortest f (digits + 1)

let rec without_zeros digits =
  let n = String.length digits in
  if n > 1 && digits.[n - 1] = '0' then without_zeros (String.sub digits 0 (n - 1)) else digits

(* The digits d, d, d and the exponent of d.dd * 10^exponent, which is a number that is not negative. *)
let decimal f =
  let text = shortest f 0 in
  let split = String.index text 'e' in
  let mantissa = String.sub text 0 split in
  let exponent = int_of_string (let e = String.sub text (split + 1) (String.length text - split - 1) in
    if e.[0] = '+' then String.sub e 1 (String.length e - 1) else e) in
  let digits =
    if String.length mantissa > 1 then
      String.sub mantissa 0 1 ^ String.sub mantissa 2 (String.length mantissa - 2)
    else mantissa in
  (without_zeros digits, exponent)

let digit c = Char.code c - 48

(* A number of at least 2^52 is what its digits say, with zeros behind them: 42e23 is 42 and 23 zeros, and not the number between
   which and its neighbours a float lies. *)
let int_of_large f =
  if f < 4503599627370496. then int_of_float f
  else
    let digits, exponent = decimal f in
    let rec from index number =
      if index > exponent then number
      else from (index + 1) ((10 * number) + if index < String.length digits then digit digits.[index] else 0) in
    from 0 0

let int_of_whole_float f =
  if f <> f || f = infinity || f = neg_infinity then failwith "Cannot convert an infinite float or NaN to Int"
  else if f < 0. then 0 - int_of_large (0. -. f)
  else int_of_large f

(* In decimal notation between 10^-3 and 10^7, else as 1.0E10. *)
let text_of_positive f =
  let digits, exponent = decimal f in
  let count = String.length digits in
  if exponent >= -3 && exponent < 7 then
    if exponent < 0 then "0." ^ repeat "0" (-1 - exponent) ^ digits
    else if count <= exponent + 1 then digits ^ repeat "0" (exponent + 1 - count) ^ ".0"
    else String.sub digits 0 (exponent + 1) ^ "." ^ String.sub digits (exponent + 1) (count - exponent - 1)
  else
    let rest = if count > 1 then String.sub digits 1 (count - 1) else "0" in
    String.sub digits 0 1 ^ "." ^ rest ^ "E" ^ string_of_int exponent

let text_of_float f =
  if f <> f then "NaN"
  else if f = infinity then "Infinity"
  else if f = neg_infinity then "-Infinity"
  else if f = 0. then if 1. /. f < 0. then "-0.0" else "0.0"
  else if f < 0. then "-" ^ text_of_positive (0. -. f)
  else text_of_positive f

(* Texts. *)

let text_of_option text = function None -> "None" | Some value -> "Some(" ^ text value ^ ")"

let rec joined text = function
  | [] -> ""
  | [ last ] -> text last
  | first :: rest -> text first ^ ", " ^ joined text rest

let text_of_sequence text list = "List(" ^ joined text list ^ ")"
let text_of_elements text list = "Set(" ^ joined text list ^ ")"
let text_of_entries key value list = "Map(" ^ joined (fun (k, v) -> key k ^ " -> " ^ value v) list ^ ")"
external both : bool -> bool -> bool = "bool_and"
