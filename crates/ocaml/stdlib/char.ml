(* Characters: bytes 0 to 255. *)

type t = char

external code : char -> int = "char_code"
external unsafe_chr : int -> char = "char_of_code"

let chr n = if n < 0 || n > 255 then invalid_arg "Char.chr" else unsafe_chr n
let compare (a : char) (b : char) = code a - code b
let equal (a : char) (b : char) = a = b
let lowercase_ascii c = match c with 'A' .. 'Z' -> unsafe_chr (code c + 32) | _ -> c
let uppercase_ascii c = match c with 'a' .. 'z' -> unsafe_chr (code c - 32) | _ -> c

let escaped c =
  match c with
  | '\'' -> "\\'"
  | '\\' -> "\\\\"
  | '\n' -> "\\n"
  | '\t' -> "\\t"
  | '\r' -> "\\r"
  | '\b' -> "\\b"
  | ' ' .. '~' -> lydian_string_of_chars [ c ]
  | _ ->
      let digit place = unsafe_chr (48 + (code c / place mod 10)) in
      lydian_string_of_chars [ '\\'; digit 100; digit 10; digit 1 ]
