(* Formats as in printf: "%[-+ 0,(#][width][.precision]conversion". *)

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

let format_int text n =
  let s = specifier text in
  let size = if n < 0 then 0 - n else n in
  match s.conversion with
  | 'd' ->
      let digits = string_of_int size in
      signed s (n < 0) (if has s.flags ',' then grouped digits else digits)
  | 'x' -> prefixed s (n < 0) (if has s.flags '#' then "0x" else "") (in_base 16 size)
  | 'X' -> prefixed s (n < 0) (if has s.flags '#' then "0X" else "") (String.uppercase_ascii (in_base 16 size))
  | 'o' -> prefixed s (n < 0) (if has s.flags '#' then "0" else "") (in_base 8 size)
  | 's' | 'S' -> padded s "" (string_of_int n)
  | _ -> failwith ("Invalid format for an integer: " ^ text)

let with_groups digits =
  match String.index_opt digits '.' with
  | Some point -> grouped (String.sub digits 0 point) ^ String.sub digits point (String.length digits - point)
  | None -> grouped digits

let format_float text f =
  let s = specifier text in
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
          let digits = float_format 'f' precision size in
          signed s negative (if has s.flags ',' then with_groups digits else digits)
      | 'e' -> signed s negative (float_format 'e' precision size)
      | 'E' -> signed s negative (String.uppercase_ascii (float_format 'e' precision size))
      | 'g' | 'G' ->
          let precision = if precision = 0 then 1 else precision in
          let rounded = float_of_string (float_format 'e' (precision - 1) size) in
          let exponent = if rounded = 0. then 0 else int_of_float (floor (log10 rounded)) in
          let digits =
            if rounded = 0. || (rounded >= 0.0001 && rounded < 10. ** float_of_int precision) then
              float_format 'f' (Stdlib.max 0 (precision - 1 - exponent)) rounded
            else float_format 'e' (precision - 1) rounded in
          signed s negative (if s.conversion = 'G' then String.uppercase_ascii digits else digits)
      | _ -> failwith ("Invalid format for a float: " ^ text)

let format_text text value =
  let s = specifier text in
  let value =
    if s.precision >= 0 && s.precision < String.length value then String.sub value 0 s.precision else value in
  match s.conversion with
  | 's' -> padded { s with flags = (if has s.flags '-' then "-" else "") } "" value
  | 'S' -> padded { s with flags = (if has s.flags '-' then "-" else "") } "" (String.uppercase_ascii value)
  | _ -> failwith ("Invalid format for a text: " ^ text)
