(* Formatted printing, over the pieces of a format that stdlib.ml defines.

   A format's arguments are taken one by one as the pieces ask for them, so the type of the intermediate functions
   varies: `lydian_magic` bridges it, and the compiler's type for the literal makes it safe. Nothing is printed, and
   no `%a` or `%t` printer runs, before the last argument has come. *)

module Lydian_item = struct
  type ('out, 'res) t =
    | Literal of string  (* text of the format; Format reads its `@` directives *)
    | Text of string
    | Printer of ('out -> 'res)
    | Flush
end

(* The text of one conversion. *)
module Lydian_text = struct
  external int32_to_int : int32 -> int = "int32_to_int"
  external nativeint_to_int64 : nativeint -> int64 = "%identity"
  external int64_to_string : int64 -> string = "int64_to_string"
  external int64_to_int : int64 -> int = "int64_to_int"
  external int64_shift_right_logical : int64 -> int -> int64 = "int64_shift_right_logical"

  let repeat n c =
    let rec chars n acc = if n <= 0 then acc else chars (n - 1) (c :: acc) in
    lydian_string_of_chars (chars n [])

  let has flags flag = String.contains flags flag

  (* The length of what zeros must not be put in front of: a sign or else "0x". *)
  let prefix_length s =
    let n = String.length s in
    match if n > 0 then String.get s 0 else '1' with
    | '-' | '+' | ' ' -> 1
    | '0' when n > 1 && (String.get s 1 = 'x' || String.get s 1 = 'X') -> 2
    | _ -> 0

  let zero_pad width s =
    let missing = width - String.length s in
    if missing <= 0 then s
    else
      let n = prefix_length s in
      String.sub s 0 n ^ repeat missing '0' ^ String.sub s n (String.length s - n)

  (* A negative width, which only `*` can give, means left. *)
  let pad flags width s =
    match width with
    | None -> s
    | Some width ->
        let missing = abs width - String.length s in
        if missing <= 0 then s
        else if width < 0 || has flags '-' then s ^ repeat missing ' '
        else if has flags '0' then zero_pad width s
        else repeat missing ' ' ^ s

  (* Digits of [n >= 0] in base 2^bits. *)
  let rec power_digits bits n =
    let digit = n land ((1 lsl bits) - 1) in
    let c = String.get "0123456789abcdef" digit in
    let rest = n lsr bits in
    (if rest = 0 then "" else power_digits bits rest) ^ lydian_string_of_chars [ c ]

  (* [high * 2^30 + low], neither of which reaches 2^34. *)
  let hex_of_halves high low =
    if high = 0 then power_digits 4 low
    else
      (* 30 bits are not whole hexadecimal digits: move two over. *)
      let low = low lor ((high land 3) lsl 30) and high = high lsr 2 in
      if high = 0 then power_digits 4 low else power_digits 4 high ^ zero_pad 8 (power_digits 4 low)

  let octal_of_halves high low =
    if high = 0 then power_digits 3 low else power_digits 3 high ^ zero_pad 10 (power_digits 3 low)

  let decimal_of_halves high low =
    (* Long division by 10^9 keeps everything far below 2^62. *)
    let billion = 1000000000 in
    let q1 = high / billion and r1 = high mod billion in
    let n = (r1 lsl 30) lor low in
    let q2 = n / billion and r2 = n mod billion in
    let quotient = (q1 lsl 30) + q2 in
    if quotient = 0 then string_of_int r2
    else string_of_int quotient ^ zero_pad 9 (string_of_int r2)

  let unsigned conv high low =
    match conv with
    | 'u' -> decimal_of_halves high low
    | 'o' -> octal_of_halves high low
    | 'X' -> String.uppercase_ascii (hex_of_halves high low)
    | _ -> hex_of_halves high low

  let mask30 = (1 lsl 30) - 1

  let int_digits conv size arg =
    let signed = match conv with 'd' | 'i' -> true | _ -> false in
    match size with
    | "" ->
        let n : int = lydian_magic arg in
        if signed then string_of_int n else unsigned conv (n lsr 30) (n land mask30)
    | "l" ->
        let n = int32_to_int (lydian_magic arg) in
        if signed then string_of_int n
        else
          let n = n land ((1 lsl 32) - 1) in
          unsigned conv (n lsr 30) (n land mask30)
    | _ ->
        let n : int64 = lydian_magic arg in
        if signed then int64_to_string n
        else
          unsigned conv
            (int64_to_int (int64_shift_right_logical n 30))
            (int64_to_int n land mask30)

  (* 1234567 as 1_234_567; a sign stays in front. *)
  let with_underscores s =
    let start = prefix_length s in
    let n = String.length s in
    let rec from i =
      if i >= n then ""
      else
        let gap = if i > start && (n - i) mod 3 = 0 then "_" else "" in
        gap ^ String.sub s i 1 ^ from (i + 1)
    in
    String.sub s 0 start ^ from start

  (* Looks at the text only where a flag asks for it: it may be that of an unknown number. *)
  let signed_text flags s =
    if not (has flags '+' || has flags ' ') then s
    else if String.length s > 0 && String.get s 0 = '-' then s
    else if has flags '+' then "+" ^ s
    else " " ^ s

  let int_text conv size flags precision arg =
    let digits = int_digits conv size arg in
    let plain =
      match conv with
      | 'd' | 'i' -> signed_text flags (if has flags '#' then with_underscores digits else digits)
      | _ when (not (has flags '#')) || digits = "0" -> digits
      | 'u' -> with_underscores digits
      | 'x' -> "0x" ^ digits
      | 'X' -> "0X" ^ digits
      | _ -> "0" ^ digits
    in
    match precision with
    | None -> plain
    | Some precision -> zero_pad (abs precision + prefix_length plain) plain

  (* The mantissa has 13 hexadecimal digits behind the point; a precision rounds them half to even. *)
  let hex_float precision x =
    let size = abs_float x in
    if x <> x then "nan"
    else if size = infinity then if x > 0.0 then "infinity" else "-infinity"
    else
      let sign = if copysign 1.0 x < 0.0 then "-" else "" in
      let mantissa, exponent =
        if size = 0.0 then (0, 0)
        else if size < min_float then (int_of_float (ldexp size 1074), -1022)
        else
          let m, e = frexp size in
          (int_of_float (ldexp m 53), e - 1)
      in
      let kept = match precision with None -> 13 | Some p -> min 13 (abs p) in
      let dropped_bits = 4 * (13 - kept) in
      let rounded =
        if dropped_bits = 0 then mantissa
        else
          let unit = 1 lsl dropped_bits in
          let rest = mantissa land (unit - 1) and whole = mantissa lsr dropped_bits in
          if 2 * rest > unit || (2 * rest = unit && whole land 1 = 1) then whole + 1 else whole
      in
      let digits =
        zero_pad kept (power_digits 4 (rounded land ((1 lsl (4 * kept)) - 1)))
      in
      let rec significant n =
        if n > 0 && String.get digits (n - 1) = '0' then significant (n - 1) else n
      in
      let fraction =
        match precision with
        | None -> String.sub digits 0 (significant 13)
        | Some p -> if kept = 0 then "" else digits ^ repeat (abs p - 13) '0'
      in
      sign ^ "0x"
      ^ string_of_int (rounded lsr (4 * kept))
      ^ (if fraction = "" then "" else "." ^ fraction)
      ^ "p"
      ^ signed_text "+" (string_of_int exponent)

  let float_text conv flags precision (x : float) =
    let fixed default =
      lydian_float_format conv (match precision with None -> default | Some p -> abs p) x
    in
    match conv with
    | 'h' -> signed_text flags (hex_float precision x)
    | 'H' -> signed_text flags (String.uppercase_ascii (hex_float precision x))
    | 'F' ->
        if x <> x then "nan"
        else if abs_float x = infinity then if x > 0.0 then "infinity" else "neg_infinity"
        else if has flags '#' then signed_text flags (hex_float precision x)
        else
          let digits = match precision with None -> 12 | Some p -> abs p in
          signed_text flags (valid_float_lexem (lydian_float_format 'g' digits x))
    | _ -> signed_text flags (fixed 6)

  let convert conv size flags width precision arg =
    match conv with
    | 's' -> pad flags width (lydian_magic arg)
    | 'S' -> pad flags width ("\"" ^ String.escaped (lydian_magic arg) ^ "\"")
    | 'c' -> lydian_string_of_chars [ lydian_magic arg ]
    | 'C' -> (
        match (lydian_magic arg : char) with
        | '\'' -> "'\\''"
        | '"' -> "'\"'"
        | c -> "'" ^ String.escaped (lydian_string_of_chars [ c ]) ^ "'")
    | 'B' | 'b' -> pad flags width (string_of_bool (lydian_magic arg))
    | 'd' | 'i' | 'u' | 'x' | 'X' | 'o' ->
        (* As in C, zeros do not fill the width where a precision says how many digits there are. *)
        let width_flags = match precision with Some _ when not (has flags '-') -> "" | _ -> flags in
        pad width_flags width (int_text conv size flags precision arg)
    | _ -> pad flags width (float_text conv flags precision (lydian_magic arg))
end

(* Calls [k] with the items in order once all arguments are there. *)
let rec lydian_collect k items pieces =
  match pieces with
  | [] ->
      let rec reverse items acc =
        match items with [] -> acc | item :: rest -> reverse rest (item :: acc)
      in
      lydian_magic (k (reverse items []))
  | Fmt_lit text :: rest -> lydian_collect k (Lydian_item.Literal text :: items) rest
  | Fmt_at :: rest -> lydian_collect k (Lydian_item.Text "@" :: items) rest
  | Fmt_flush :: rest -> lydian_collect k (Lydian_item.Flush :: items) rest
  | Fmt_theta :: rest ->
      lydian_magic (fun printer -> lydian_collect k (Lydian_item.Printer printer :: items) rest)
  | Fmt_alpha :: rest ->
      lydian_magic (fun printer ->
          lydian_magic (fun x ->
              lydian_collect k (Lydian_item.Printer (fun out -> printer out x) :: items) rest))
  | Fmt_conv (_, _, flags, _, _) :: _ when Lydian_text.has flags '_' ->
      invalid_arg "Printf: bad conversion %_"
  | Fmt_conv ('[', _, _, _, _) :: _ ->
      lydian_magic (fun _ -> invalid_arg "Printf: bad conversion %[")
  | Fmt_conv (('n' | 'l' | 'N'), _, _, _, _) :: rest ->
      lydian_collect k items (Fmt_conv ('u', "", "", Count_none, Count_none) :: rest)
  | Fmt_conv (conv, size, flags, width, precision) :: rest -> (
      match (width, precision) with
      | Count_star, _ ->
          lydian_magic (fun w ->
              let flags = if w < 0 then "-" ^ flags else flags in
              lydian_collect k items
                (Fmt_conv (conv, size, flags, Count_lit (abs w), precision) :: rest))
      | _, Count_star ->
          lydian_magic (fun p ->
              lydian_collect k items (Fmt_conv (conv, size, flags, width, Count_lit p) :: rest))
      | _, _ ->
          let count c = match c with Count_lit n -> Some n | Count_none | Count_star -> None in
          lydian_magic (fun arg ->
              let text =
                Lydian_text.convert conv size flags (count width) (count precision) arg
              in
              lydian_collect k (Lydian_item.Text text :: items) rest))

let lydian_run k format =
  match lydian_of_format format with Fmt (pieces, _) -> lydian_collect k [] pieces

let ksprintf (k : string -> 'd) (format : ('a, unit, string, 'd) format4) : 'a =
  let rec texts items =
    match items with
    | [] -> []
    | (Lydian_item.Literal text | Lydian_item.Text text) :: rest -> text :: texts rest
    | Lydian_item.Printer printer :: rest ->
        let text = printer () in
        text :: texts rest
    | Lydian_item.Flush :: rest -> texts rest
  in
  lydian_run (fun items -> k (lydian_string_of_parts (texts items))) format

let sprintf (format : ('a, unit, string) format) : 'a = ksprintf (fun s -> s) format
let kprintf k format = ksprintf k format

(* Writes the items to [out] by [write]; printers write to it themselves. *)
let rec lydian_write_items write out items =
  match items with
  | [] -> ()
  | (Lydian_item.Literal text | Lydian_item.Text text) :: rest ->
      write out text;
      lydian_write_items write out rest
  | Lydian_item.Printer printer :: rest ->
      printer out;
      lydian_write_items write out rest
  | Lydian_item.Flush :: rest -> lydian_write_items write out rest

let kfprintf (k : out_channel -> 'd) channel (format : ('a, out_channel, unit, 'd) format4) : 'a =
  lydian_run
    (fun items ->
      lydian_write_items output_string channel items;
      k channel)
    format

let fprintf channel (format : ('a, out_channel, unit) format) : 'a =
  kfprintf (fun _ -> ()) channel format

let printf (format : ('a, out_channel, unit) format) : 'a = fprintf stdout format
let eprintf (format : ('a, out_channel, unit) format) : 'a = fprintf stderr format

let kbprintf (k : Buffer.t -> 'd) buffer (format : ('a, Buffer.t, unit, 'd) format4) : 'a =
  lydian_run
    (fun items ->
      lydian_write_items Buffer.add_string buffer items;
      k buffer)
    format

let bprintf buffer (format : ('a, Buffer.t, unit) format) : 'a =
  kbprintf (fun _ -> ()) buffer format

let ikfprintf (k : 'b -> 'd) (out : 'b) (format : ('a, 'b, 'c, 'd) format4) : 'a =
  lydian_run (fun (_ : (unit, unit) Lydian_item.t list) -> k out) format

let ifprintf (out : 'b) (format : ('a, 'b, 'c, unit) format4) : 'a = ikfprintf (fun _ -> ()) out format

let ikbprintf (k : Buffer.t -> 'd) (buffer : Buffer.t) (format : ('a, Buffer.t, unit, 'd) format4) : 'a =
  ikfprintf k buffer format

let ibprintf (buffer : Buffer.t) (format : ('a, Buffer.t, unit) format) : 'a = ifprintf buffer format
