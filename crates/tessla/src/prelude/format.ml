(* Formats as in Java: "%[-+ 0,(#][width][.precision]conversion", with text around it. *)

type specifier = { flags : string; width : int; precision : int; conversion : char }

let has flags flag = String.contains flags flag
let is_digit c = c >= '0' && c <= '9'
let is_flag c = String.contains "-+ 0,(#" c

let specifier text =
  let n = String.length text in
  if n < 2 || text.[0] <> '%' then failwith ("Invalid format: " ^ text)
  else
    let rec skip accepts i = if i < n && accepts text.[i] then skip accepts (i + 1) else i in
    let number from until = if until > from then int_of_string (String.sub text from (until - from)) else -1 in
    let after_flags = skip is_flag 1 in
    let after_width = skip is_digit after_flags in
    let has_precision = after_width < n && text.[after_width] = '.' in
    let start = if has_precision then after_width + 1 else after_width in
    let after = skip is_digit start in
    if after <> n - 1 then failwith ("Invalid format: " ^ text)
    else
      { flags = String.sub text 1 (after_flags - 1);
        width = number after_flags after_width;
        precision = (if has_precision then number start after else -1);
        conversion = text.[after] }

let rec skip_until accepts text i =
  if i < String.length text && not (accepts text.[i]) then skip_until accepts text (i + 1) else i

(* The text from a place on, in which `write` puts the value where a specifier is. There is one value. *)
let rec filled text write from used =
  let n = String.length text in
  let start = skip_until (fun c -> c = '%') text from in
  let before = String.sub text from (start - from) in
  if start >= n then before
  else
    let stop = skip_until (fun c -> not (is_flag c || is_digit c || c = '.')) text (start + 1) in
    let found = String.sub text start (Stdlib.min n (stop + 1) - start) in
    if found = "%%" then before ^ "%" ^ filled text write (stop + 1) used
    else if found = "%n" then before ^ "\n" ^ filled text write (stop + 1) used
    else if used then failwith ("There is only one value for the format: " ^ text)
    else
      let value = write (specifier found) in
      before ^ value ^ filled text write (stop + 1) true

let padded s sign digits =
  let missing = s.width - String.length sign - String.length digits in
  if missing <= 0 then sign ^ digits
  else if has s.flags '-' then sign ^ digits ^ repeat " " missing
  else if has s.flags '0' then sign ^ repeat "0" missing ^ digits
  else repeat " " missing ^ sign ^ digits

(* Sign, prefix and digits of a number that is negative or not. *)
let prefixed s negative prefix digits =
  if negative then
    if has s.flags '(' then padded s ("(" ^ prefix) (digits ^ ")") else padded s ("-" ^ prefix) digits
  else if has s.flags '+' then padded s ("+" ^ prefix) digits
  else if has s.flags ' ' then padded s (" " ^ prefix) digits
  else padded s prefix digits

let signed s negative digits = prefixed s negative "" digits

let rec grouped digits =
  let n = String.length digits in
  if n <= 3 then digits else grouped (String.sub digits 0 (n - 3)) ^ "," ^ String.sub digits (n - 3) 3

let rec in_base base n =
  let digit = String.sub "0123456789abcdef" (n mod base) 1 in
  if n < base then digit else in_base base (n / base) ^ digit

let int_as n s =
  let size = if n < 0 then 0 - n else n in
  match s.conversion with
  | 'd' ->
      let digits = string_of_int size in
      signed s (n < 0) (if has s.flags ',' then grouped digits else digits)
  | 'x' -> prefixed s (n < 0) (if has s.flags '#' then "0x" else "") (in_base 16 size)
  | 'X' -> prefixed s (n < 0) (if has s.flags '#' then "0X" else "") (String.uppercase_ascii (in_base 16 size))
  | 'o' -> prefixed s (n < 0) (if has s.flags '#' then "0" else "") (in_base 8 size)
  | 's' | 'S' -> padded s "" (string_of_int n)
  | _ -> failwith ("Invalid format for an integer: %" ^ String.make 1 s.conversion)

let format_int text n = filled text (int_as n) 0 false

let with_groups digits =
  match String.index_opt digits '.' with
  | Some point -> grouped (String.sub digits 0 point) ^ String.sub digits point (String.length digits - point)
  | None -> grouped digits

(* The first digits as an integer; the rest is rounded half up. *)
let first_digits digits keep =
  let n = String.length digits in
  if keep < 0 then "0"
  else if keep >= n then digits ^ repeat "0" (keep - n)
  else
    let head = if keep = 0 then 0 else int_of_string (String.sub digits 0 keep) in
    string_of_int (if digits.[keep] >= '5' then head + 1 else head)

let with_point before behind = if behind = "" then before else before ^ "." ^ behind

let fixed precision (digits, exponent) =
  let scaled = first_digits digits (exponent + 1 + precision) in
  let scaled = repeat "0" (precision + 1 - String.length scaled) ^ scaled in
  let point = String.length scaled - precision in
  with_point (String.sub scaled 0 point) (String.sub scaled point precision)

(* So many digits, of which the last one is rounded. *)
let significant count (digits, exponent) =
  let found = first_digits digits count in
  if String.length found > count then (String.sub found 0 count, exponent + 1) else (found, exponent)

let scientific precision number =
  let digits, exponent = significant (precision + 1) number in
  let size = string_of_int (if exponent < 0 then 0 - exponent else exponent) in
  with_point (String.sub digits 0 1) (String.sub digits 1 precision)
  ^ (if exponent < 0 then "e-" else "e+")
  ^ (if String.length size < 2 then "0" ^ size else size)

let general precision number =
  let precision = if precision = 0 then 1 else precision in
  let digits, exponent = significant precision number in
  if exponent >= -4 && exponent < precision then fixed (precision - 1 - exponent) (digits, exponent)
  else scientific (precision - 1) (digits, exponent)

(* A number as 1.m * 2^exponent; one that is too small for that keeps the least exponent. *)
let rec binary f exponent =
  if f >= 2. then binary (f /. 2.) (exponent + 1)
  else if f < 1. && exponent > -1022 then binary (f *. 2.) (exponent - 1)
  else (f, exponent)

(* What follows "0x". All 13 digits are exact; fewer are rounded half to even. *)
let hexadecimal precision f =
  let mantissa, exponent = if f = 0. then (0., 0) else binary f 0 in
  let count = if precision < 0 || precision > 13 then 13 else if precision = 0 then 1 else precision in
  let scaled = mantissa *. (16. ** float_of_int count) in
  let whole = int_of_whole_float (floor scaled) in
  let rest = scaled -. floor scaled in
  let whole = if rest > 0.5 || (rest = 0.5 && whole mod 2 = 1) then whole + 1 else whole in
  let digits = in_base 16 whole in
  let digits = repeat "0" (count + 1 - String.length digits) ^ digits in
  let behind = String.sub digits 1 count in
  let behind = if precision < 0 then without_zeros behind else behind ^ repeat "0" (precision - count) in
  String.sub digits 0 1 ^ "." ^ behind ^ "p" ^ string_of_int exponent

let float_as f s =
  let plain = { s with flags = String.concat "" (String.split_on_char '0' s.flags) } in
  if s.conversion = 's' || s.conversion = 'S' then padded s "" (text_of_float f)
  else if f <> f then padded plain "" "NaN"
  else
    let negative = f < 0. || (f = 0. && 1. /. f < 0.) in
    let size = if negative then 0. -. f else f in
    if size = infinity then signed plain negative "Infinity"
    else
      let precision = if s.precision < 0 then 6 else s.precision in
      match s.conversion with
      | 'f' ->
          let digits = fixed precision (decimal size) in
          signed s negative (if has s.flags ',' then with_groups digits else digits)
      | 'e' -> signed s negative (scientific precision (decimal size))
      | 'E' -> signed s negative (String.uppercase_ascii (scientific precision (decimal size)))
      | 'g' -> signed s negative (general precision (decimal size))
      | 'G' -> signed s negative (String.uppercase_ascii (general precision (decimal size)))
      | 'a' -> prefixed s negative "0x" (hexadecimal s.precision size)
      | 'A' -> prefixed s negative "0X" (String.uppercase_ascii (hexadecimal s.precision size))
      | _ -> failwith ("Invalid format for a float: %" ^ String.make 1 s.conversion)

let format_float text f = filled text (float_as f) 0 false

let text_as value s =
  let value =
    if s.precision >= 0 && s.precision < String.length value then String.sub value 0 s.precision else value in
  match s.conversion with
  | 's' -> padded { s with flags = (if has s.flags '-' then "-" else "") } "" value
  | 'S' -> padded { s with flags = (if has s.flags '-' then "-" else "") } "" (String.uppercase_ascii value)
  | _ -> failwith ("Invalid format for a text: %" ^ String.make 1 s.conversion)

let format_text text value = filled text (text_as value) 0 false
