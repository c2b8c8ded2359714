(* Formatted input from strings, over the pieces of a format that stdlib.ml defines; standard input is at its end.

   It reads as OCaml's does, one character of look-ahead at a time, so that what is left over, the counters and the
   messages agree. What a format reads is collected in a list, whose types `lydian_magic` bridges: the compiler's type
   for the literal makes it safe. *)

exception Scan_failure of string

module Lydian_scanned = struct
  type t = {
    text : string;
    name : string;
    mutable consumed : int;
    mutable seen : int;  (* how many characters were looked at *)
    mutable at_end : bool;
    mutable token : char list;  (* the last character first *)
    mutable tokens : int;
  }

  let make name text = { text; name; consumed = 0; seen = 0; at_end = false; token = []; tokens = 0 }

  let peek ib =
    if ib.consumed >= String.length ib.text then begin
      ib.at_end <- true;
      '\000'
    end
    else begin
      if ib.seen <= ib.consumed then ib.seen <- ib.consumed + 1;
      String.get ib.text ib.consumed
    end

  let checked_peek ib =
    let c = peek ib in
    if ib.at_end then raise End_of_file;
    c

  let pass ib = if ib.consumed < String.length ib.text then ib.consumed <- ib.consumed + 1

  let next ib =
    pass ib;
    peek ib

  let is_at_end ib =
    let _ = peek ib in
    ib.at_end

  let store width ib c =
    ib.token <- c :: ib.token;
    pass ib;
    width - 1

  let skip width ib =
    pass ib;
    width

  let ignore_char width ib = skip (width - 1) ib

  let token ib =
    let rec reverse acc l = match l with [] -> acc | c :: rest -> reverse (c :: acc) rest in
    let chars = reverse [] ib.token in
    ib.token <- [];
    ib.tokens <- ib.tokens + 1;
    lydian_string_of_chars chars

  let lines ib =
    let rec count i n =
      if i >= ib.seen then n else count (i + 1) (if String.get ib.text i = '\n' then n + 1 else n)
    in
    count 0 0
end

module Scanning = struct
  type in_channel = Lydian_scanned.t
  type scanbuf = in_channel
  type file_name = string

  let stdin = Lydian_scanned.make "-" ""
  let stdib = stdin
  let from_string s = Lydian_scanned.make "unnamed character string" s
  let open_in (name : file_name) : in_channel = raise (Sys_error (name ^ ": No such file or directory"))
  let open_in_bin name = open_in name
  let from_file name = open_in name
  let from_file_bin name = open_in name

  let from_channel (_ : Stdlib.in_channel) = Lydian_scanned.make "unnamed Stdlib input channel" ""

  let from_function next =
    let rec all acc =
      match next () with c -> all (c :: acc) | exception End_of_file -> acc
    in
    let rec reverse acc l = match l with [] -> acc | c :: rest -> reverse (c :: acc) rest in
    Lydian_scanned.make "unnamed function" (lydian_string_of_chars (reverse [] (all [])))

  let close_in (_ : in_channel) = ()
  let end_of_input ib = Lydian_scanned.is_at_end ib
  let beginning_of_input (ib : in_channel) = ib.Lydian_scanned.consumed = 0
  let name_of_input (ib : in_channel) = ib.Lydian_scanned.name
end

type ('a, 'b, 'c, 'd) scanner = ('a, Scanning.in_channel, 'b, 'c, 'a -> 'd, 'd) format6 -> 'c

open Lydian_scanned

let lydian_bad message = raise (Scan_failure message)
let lydian_quoted c = "'" ^ Char.escaped c ^ "'"
let lydian_mismatch c found =
  lydian_bad ("looking for " ^ lydian_quoted c ^ ", found " ^ lydian_quoted found)

let rec lydian_skip_blanks ib =
  let c = peek ib in
  if not ib.at_end then
    match c with
    | ' ' | '\t' | '\n' | '\r' ->
        pass ib;
        lydian_skip_blanks ib
    | _ -> ()

let lydian_check_this ib c =
  let found = checked_peek ib in
  if found = c then pass ib else lydian_mismatch c found

let lydian_check_char ib c =
  match c with
  | ' ' -> lydian_skip_blanks ib
  | '\n' -> (
      match checked_peek ib with
      | '\n' -> pass ib
      | '\r' ->
          pass ib;
          lydian_check_this ib '\n'
      | found -> lydian_mismatch '\n' found)
  | c -> lydian_check_this ib c

(* Numbers: each function takes the width that is left and gives what is left then. *)

let rec lydian_digits is_digit width ib =
  if width = 0 then width
  else
    let c = peek ib in
    if ib.at_end then width
    else if is_digit c then lydian_digits is_digit (store width ib c) ib
    else if c = '_' then lydian_digits is_digit (ignore_char width ib) ib
    else width

let lydian_some_digits basis is_digit width ib =
  if width = 0 then lydian_bad "scanning of digits failed: the specified length was too short for token"
  else
    let c = checked_peek ib in
    if is_digit c then lydian_digits is_digit (store width ib c) ib
    else lydian_bad ("character " ^ lydian_quoted c ^ " is not a valid " ^ basis ^ " digit")

let lydian_is_decimal c = match c with '0' .. '9' -> true | _ -> false

let lydian_decimal width ib =
  if width = 0 then
    lydian_bad "scanning of decimal digits failed: the specified length was too short for token"
  else
    let c = checked_peek ib in
    if lydian_is_decimal c then lydian_digits lydian_is_decimal (store width ib c) ib
    else lydian_bad ("character " ^ lydian_quoted c ^ " is not a decimal digit")

let lydian_binary width ib =
  lydian_some_digits "binary" (fun c -> match c with '0' .. '1' -> true | _ -> false) width ib

let lydian_octal width ib =
  lydian_some_digits "octal" (fun c -> match c with '0' .. '7' -> true | _ -> false) width ib

let lydian_hexadecimal width ib =
  lydian_some_digits "hexadecimal"
    (fun c -> match c with '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false)
    width ib

let lydian_sign width ib =
  match checked_peek ib with ('+' | '-') as c -> store width ib c | _ -> width

let lydian_signed_decimal width ib =
  let width = lydian_sign width ib in
  lydian_decimal width ib

let lydian_any_basis width ib =
  let width = lydian_sign width ib in
  match checked_peek ib with
  | '0' as c -> (
      let width = store width ib c in
      if width = 0 then width
      else
        let c = peek ib in
        if ib.at_end then width
        else
          match c with
          | 'x' | 'X' -> lydian_hexadecimal (store width ib c) ib
          | 'o' -> lydian_octal (store width ib c) ib
          | 'b' -> lydian_binary (store width ib c) ib
          | _ -> lydian_digits lydian_is_decimal width ib)
  | _ -> lydian_decimal width ib

let lydian_scan_int conv width ib =
  match conv with
  | 'd' -> lydian_signed_decimal width ib
  | 'i' -> lydian_any_basis width ib
  | 'o' -> lydian_octal width ib
  | 'u' -> lydian_decimal width ib
  | _ -> lydian_hexadecimal width ib

let lydian_int_literal conv ib =
  let text = token ib in
  let text =
    match conv with 'd' | 'i' -> text | 'u' -> "0u" ^ text | 'o' -> "0o" ^ text | _ -> "0x" ^ text
  in
  let n = String.length text in
  if n = 0 || String.get text 0 <> '+' then text else String.sub text 1 (n - 1)

let lydian_fraction width ib =
  if width = 0 then width
  else
    let c = peek ib in
    if ib.at_end then width
    else if lydian_is_decimal c then lydian_digits lydian_is_decimal (store width ib c) ib
    else width

let lydian_exponent width ib =
  if width = 0 then width
  else
    let c = peek ib in
    if ib.at_end then width
    else match c with 'e' | 'E' -> lydian_signed_decimal (store width ib c) ib | _ -> width

let lydian_scan_float width precision ib =
  let width = lydian_sign width ib in
  let width = lydian_digits lydian_is_decimal width ib in
  if width = 0 then width
  else
    let c = peek ib in
    if ib.at_end then width
    else if c = '.' then
      let width = store width ib c in
      let precision = if precision < width then precision else width in
      let width = width - (precision - lydian_fraction precision ib) in
      lydian_exponent width ib
    else lydian_exponent width ib

(* `%F`: a literal of OCaml, with a point or an exponent; hexadecimal ones are not read. *)
let lydian_scan_literal_float width precision ib =
  let bad () = lydian_bad "no dot or exponent part found in float token" in
  let need width = if width = 0 || is_at_end ib then bad () in
  need width;
  let width = lydian_sign width ib in
  need width;
  match peek ib with
  | '0' .. '9' as c -> (
      let width = store width ib c in
      need width;
      let width = lydian_digits lydian_is_decimal width ib in
      need width;
      match peek ib with
      | '.' as c ->
          let width = store width ib c in
          let precision = if precision < width then precision else width in
          let width = width - (precision - lydian_fraction precision ib) in
          lydian_exponent width ib
      | 'e' | 'E' -> lydian_exponent width ib
      | _ -> bad ())
  | _ -> bad ()

(* Texts. *)

let rec lydian_scan_string stop width ib =
  if width = 0 then width
  else
    let c = peek ib in
    if ib.at_end then width
    else
      match stop with
      | Some stop when c = stop -> skip width ib
      | Some _ -> lydian_scan_string stop (store width ib c) ib
      | None -> (
          match c with
          | ' ' | '\t' | '\n' | '\r' -> width
          | _ -> lydian_scan_string stop (store width ib c) ib)

let lydian_next message width ib =
  let failed why = lydian_bad ("scanning of " ^ message ^ " failed: " ^ why) in
  if width = 0 then failed "the specified length was too short for token"
  else
    let c = peek ib in
    if ib.at_end then failed "premature end of file occurred before end of token" else c

let lydian_bad_escape c = lydian_bad ("illegal escape character " ^ lydian_quoted c)

let lydian_backslash width ib =
  match lydian_next "a Char" width ib with
  | ('\\' | '\'' | '"') as c -> store width ib c
  | 'n' -> store width ib '\n'
  | 't' -> store width ib '\t'
  | 'b' -> store width ib '\b'
  | 'r' -> store width ib '\r'
  | '0' .. '9' as c0 ->
      let digit () = match next ib with '0' .. '9' as c -> c | c -> lydian_bad_escape c in
      let c1 = digit () in
      let c2 = digit () in
      let value c = Char.code c - Char.code '0' in
      let code = (100 * value c0) + (10 * value c1) + value c2 in
      if code > 255 then
        lydian_bad ("bad character decimal encoding \\" ^ lydian_string_of_chars [ c0; c1; c2 ])
      else store (width - 2) ib (Char.chr code)
  | 'x' ->
      let digit () =
        match next ib with ('0' .. '9' | 'A' .. 'F' | 'a' .. 'f') as c -> c | c -> lydian_bad_escape c
      in
      let value c =
        match c with
        | '0' .. '9' -> Char.code c - Char.code '0'
        | 'a' .. 'f' -> Char.code c - 87
        | _ -> Char.code c - 55
      in
      let c1 = digit () in
      let c2 = digit () in
      store (width - 2) ib (Char.chr ((16 * value c1) + value c2))
  | c -> lydian_bad_escape c

let lydian_literal_char width ib =
  let width =
    match checked_peek ib with '\'' -> ignore_char width ib | c -> lydian_mismatch '\'' c
  in
  let width =
    match lydian_next "a Char" width ib with
    | '\\' -> lydian_backslash (ignore_char width ib) ib
    | c -> store width ib c
  in
  match lydian_next "a Char" width ib with
  | '\'' -> ignore_char width ib
  | c -> lydian_mismatch '\'' c

let lydian_literal_string width ib =
  let rec rest width =
    match lydian_next "a String" width ib with
    | '"' -> ignore_char width ib
    | '\\' -> (
        let width = ignore_char width ib in
        match lydian_next "a String" width ib with
        | '\r' -> (
            let width = ignore_char width ib in
            match lydian_next "a String" width ib with
            | '\n' -> blanks (ignore_char width ib)
            | _ -> rest (store width ib '\r'))
        | '\n' -> blanks (ignore_char width ib)
        | _ -> rest (lydian_backslash width ib))
    | c -> rest (store width ib c)
  and blanks width =
    match lydian_next "a String" width ib with
    | ' ' -> blanks (ignore_char width ib)
    | _ -> rest width
  in
  match checked_peek ib with '"' -> rest (ignore_char width ib) | c -> lydian_mismatch '"' c

let lydian_scan_bool ib =
  let longest =
    match checked_peek ib with
    | 't' -> 4
    | 'f' -> 5
    | c -> lydian_bad ("the character " ^ lydian_quoted c ^ " cannot start a boolean")
  in
  let _ = lydian_scan_string None longest ib in
  match token ib with
  | "true" -> true
  | "false" -> false
  | s -> lydian_bad ("invalid boolean '" ^ s ^ "'")

(* `%[a-z_]`: [set] is what stands between the brackets. *)
let lydian_in_set set c =
  let n = String.length set in
  let negated = n > 0 && String.get set 0 = '^' in
  let rec from i =
    if i >= n then false
    else if i + 2 < n && String.get set (i + 1) = '-' then
      (String.get set i <= c && c <= String.get set (i + 2)) || from (i + 3)
    else String.get set i = c || from (i + 1)
  in
  from (if negated then 1 else 0) <> negated

let lydian_scan_set set stop width ib =
  let is_stop c = match stop with Some stop -> c = stop | None -> false in
  let rec go i =
    let c = peek ib in
    if i > 0 && (not ib.at_end) && lydian_in_set set c && not (is_stop c) then begin
      let _ = store max_int ib c in
      go (i - 1)
    end
  in
  go width;
  match stop with
  | None -> ()
  | Some stop ->
      if not ib.at_end then begin
        let c = peek ib in
        if c = stop then pass ib else lydian_mismatch stop c
      end

let lydian_number conv size ib =
  let text = lydian_int_literal conv ib in
  match size with
  | "" -> lydian_magic (int_of_string text)
  | "l" -> lydian_magic (Int32.of_string text)
  | _ -> lydian_magic (Int64.of_string text)

(* `%s@:` reads up to a colon: the indication, and what is left of the text. *)
let lydian_stop pieces =
  match pieces with
  | Fmt_lit text :: rest when String.length text > 1 && String.get text 0 = '@' ->
      (Some (String.get text 1), Fmt_lit (String.sub text 2 (String.length text - 2)) :: rest)
  | _ -> (None, pieces)

(* What one conversion reads, and the pieces behind it. *)
let lydian_read ib conv size flags width precision rest =
  if String.contains flags '-' then invalid_arg "scanf: bad conversion \"%-\"";
  let count c =
    match c with
    | Count_lit n -> n
    | Count_none -> max_int
    | Count_star -> invalid_arg "scanf: bad conversion \"%*\""
  in
  let width = count width and precision = count precision in
  match conv with
  | 'c' when String.contains flags '0' -> (lydian_magic (checked_peek ib), rest)
  | 'c' ->
      let _ = store 0 ib (checked_peek ib) in
      (lydian_magic (String.get (token ib) 0), rest)
  | 'C' ->
      let _ = lydian_literal_char 0 ib in
      (lydian_magic (String.get (token ib) 0), rest)
  | 's' ->
      let stop, rest = lydian_stop rest in
      let _ = lydian_scan_string stop width ib in
      (lydian_magic (token ib), rest)
  | 'S' ->
      let _ = lydian_literal_string width ib in
      (lydian_magic (token ib), rest)
  | '[' ->
      let stop, rest = lydian_stop rest in
      lydian_scan_set size stop width ib;
      (lydian_magic (token ib), rest)
  | 'B' | 'b' -> (lydian_magic (lydian_scan_bool ib), rest)
  | 'd' | 'i' | 'u' | 'o' | 'x' | 'X' ->
      let _ = lydian_scan_int conv width ib in
      (lydian_number conv size ib, rest)
  | 'n' -> (lydian_magic ib.consumed, rest)
  | 'l' -> (lydian_magic (lines ib), rest)
  | 'N' -> (lydian_magic ib.tokens, rest)
  | 'F' ->
      let _ = lydian_scan_literal_float width precision ib in
      (lydian_magic (float_of_string (token ib)), rest)
  | 'h' | 'H' -> invalid_arg "scanf: hexadecimal floats are not supported"
  | _ ->
      let _ = lydian_scan_float width precision ib in
      (lydian_magic (float_of_string (token ib)), rest)

let rec lydian_read_all ib pieces found =
  match pieces with
  | [] -> found
  | Fmt_lit text :: rest ->
      String.iter (lydian_check_char ib) text;
      lydian_read_all ib rest found
  | Fmt_at :: rest ->
      lydian_check_char ib '@';
      lydian_read_all ib rest found
  | Fmt_alpha :: _ -> invalid_arg "scanf: bad conversion \"%a\""
  | Fmt_theta :: _ -> invalid_arg "scanf: bad conversion \"%t\""
  | Fmt_flush :: rest ->
      if is_at_end ib then lydian_read_all ib rest found else lydian_bad "end of input not found"
  | Fmt_conv (conv, size, flags, width, precision) :: rest ->
      let value, rest = lydian_read ib conv size flags width precision rest in
      lydian_read_all ib rest (if String.contains flags '_' then found else value :: found)

let lydian_outcome ib pieces text =
  match lydian_read_all ib pieces [] with
  | found -> Ok found
  | exception ((Scan_failure _ | Failure _ | End_of_file) as failure) -> Error failure
  | exception Invalid_argument message ->
      invalid_arg (message ^ " in format \"" ^ String.escaped text ^ "\"")

let lydian_scan ib (failed : Scanning.in_channel -> exn -> 'd) format =
  match lydian_of_format format with
  | Fmt (pieces, text) ->
      lydian_magic (fun f ->
          ib.token <- [];
          match lydian_outcome ib pieces text with
          | Error failure -> failed ib failure
          | Ok found ->
              let rec apply f values =
                match values with [] -> lydian_magic f | x :: rest -> apply (lydian_magic (f x)) rest
              in
              let rec reverse acc l = match l with [] -> acc | x :: rest -> reverse (x :: acc) rest in
              apply (lydian_magic f) (reverse [] found))

let lydian_fail ib failure =
  match failure with
  | Scan_failure s | Failure s ->
      lydian_bad ("scanf: bad input at char number " ^ string_of_int ib.consumed ^ ": " ^ s)
  | other -> raise other

let kscanf (ib : Scanning.in_channel) (failed : Scanning.in_channel -> exn -> 'd) :
    ('a, 'b, 'c, 'd) scanner =
 fun format -> lydian_scan ib failed format

let bscanf (ib : Scanning.in_channel) : ('a, 'b, 'c, 'd) scanner =
 fun format -> lydian_scan ib lydian_fail format

let ksscanf s (failed : Scanning.in_channel -> exn -> 'd) : ('a, 'b, 'c, 'd) scanner =
 fun format -> lydian_scan (Scanning.from_string s) failed format

let sscanf s : ('a, 'b, 'c, 'd) scanner =
 fun format -> lydian_scan (Scanning.from_string s) lydian_fail format

let scanf : ('a, 'b, 'c, 'd) scanner = fun format -> lydian_scan Scanning.stdin lydian_fail format
let unescaped s = sscanf ("\"" ^ s ^ "\"") "%S%!" (fun x -> x)
