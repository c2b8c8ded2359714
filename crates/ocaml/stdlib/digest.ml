(* MD5 digests, as strings of 16 bytes. *)

type t = string

external string : string -> t = "md5"

let bytes b = string (lydian_bytes_to_string b)
let compare (a : t) (b : t) = compare a b
let equal (a : t) (b : t) = a = b

let substring s pos len =
  if pos < 0 || len < 0 || pos > String.length s - len then invalid_arg "Digest.substring"
  else string (String.sub s pos len)

let subbytes b pos len =
  if pos < 0 || len < 0 || pos > lydian_bytes_length b - len then invalid_arg "Digest.subbytes"
  else string (String.sub (lydian_bytes_to_string b) pos len)

let to_hex digest =
  if String.length digest <> 16 then invalid_arg "Digest.to_hex"
  else
    String.init 32 (fun i ->
        let byte = int_of_char (String.get digest (i / 2)) in
        String.get "0123456789abcdef" (if i mod 2 = 0 then byte lsr 4 else byte land 15))

let from_hex hex =
  let digit c =
    match c with
    | '0' .. '9' -> int_of_char c - 48
    | 'a' .. 'f' -> int_of_char c - 87
    | 'A' .. 'F' -> int_of_char c - 55
    | _ -> invalid_arg "Digest.from_hex"
  in
  if String.length hex <> 32 then invalid_arg "Digest.from_hex"
  else
    String.init 16 (fun i ->
        let high = digit (String.get hex (2 * i)) in
        lydian_char_chr ((16 * high) + digit (String.get hex ((2 * i) + 1))))
