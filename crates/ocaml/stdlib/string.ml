(* Strings: immutable sequences of bytes.

   Nothing here goes through Bytes, so that unknown characters can flow through every function. Lists that are handed
   to a primitive are built here, so their length is always known. *)

type t = string

external length : string -> int = "string_length"
external get : string -> int -> char = "string_get"
external unsafe_get : string -> int -> char = "string_get"
external sub : string -> int -> int -> string = "string_sub"
external of_bytes : bytes -> string = "bytes_to_string"
external to_bytes : string -> bytes = "bytes_of_string"

let empty = ""
let equal (a : string) (b : string) = a = b
let compare (a : string) (b : string) = compare a b
let cat a b = a ^ b

let init n f =
  let rec from i =
    if i >= n then []
    else
      let c = f i in
      c :: from (i + 1)
  in
  if n < 0 then invalid_arg "Bytes.create" else lydian_string_of_chars (from 0)

let make n c = init n (fun _ -> c)

let concat sep parts =
  let rec rest_of parts = match parts with [] -> [] | s :: rest -> sep :: s :: rest_of rest in
  match parts with [] -> "" | [ s ] -> s | s :: rest -> lydian_string_of_parts (s :: rest_of rest)

let copy (s : string) = s

(* Iteration *)

let iteri (f : int -> char -> unit) s =
  for i = 0 to length s - 1 do
    f i (get s i)
  done

let iter f s = iteri (fun _ c -> f c) s
let mapi f s = init (length s) (fun i -> f i (get s i))
let map f s = init (length s) (fun i -> f (get s i))

let fold_left f acc s =
  let n = length s in
  let rec from i acc = if i >= n then acc else from (i + 1) (f acc (get s i)) in
  from 0 acc

let fold_right f s acc =
  let rec down i acc = if i < 0 then acc else down (i - 1) (f (get s i) acc) in
  down (length s - 1) acc

let for_all p s =
  let n = length s in
  let rec from i = i >= n || (p (get s i) && from (i + 1)) in
  from 0

let exists p s =
  let n = length s in
  let rec from i = i < n && (p (get s i) || from (i + 1)) in
  from 0

(* Searching: these give -1 where there is no such character. *)

let lydian_position_from s i c =
  let n = length s in
  let rec from i = if i >= n then -1 else if get s i = c then i else from (i + 1) in
  from i

let lydian_position_back s i c =
  let rec down i = if i < 0 then -1 else if get s i = c then i else down (i - 1) in
  down i

let lydian_found i = if i < 0 then raise Not_found else i
let lydian_found_opt i = if i < 0 then None else Some i
let index s c = lydian_found (lydian_position_from s 0 c)
let index_opt s c = lydian_found_opt (lydian_position_from s 0 c)
let rindex s c = lydian_found (lydian_position_back s (length s - 1) c)
let rindex_opt s c = lydian_found_opt (lydian_position_back s (length s - 1) c)

let index_from s i c =
  if i < 0 || i > length s then invalid_arg "String.index_from / Bytes.index_from"
  else lydian_found (lydian_position_from s i c)

let index_from_opt s i c =
  if i < 0 || i > length s then invalid_arg "String.index_from_opt / Bytes.index_from_opt"
  else lydian_found_opt (lydian_position_from s i c)

let rindex_from s i c =
  if i < -1 || i >= length s then invalid_arg "String.rindex_from / Bytes.rindex_from"
  else lydian_found (lydian_position_back s i c)

let rindex_from_opt s i c =
  if i < -1 || i >= length s then invalid_arg "String.rindex_from_opt / Bytes.rindex_from_opt"
  else lydian_found_opt (lydian_position_back s i c)

let contains_from s i c =
  if i < 0 || i > length s then invalid_arg "String.contains_from / Bytes.contains_from"
  else lydian_position_from s i c >= 0

let rcontains_from s i c =
  if i < 0 || i >= length s then invalid_arg "String.rcontains_from / Bytes.rcontains_from"
  else lydian_position_back s i c >= 0

let contains s c = lydian_position_from s 0 c >= 0

let starts_with ~prefix s =
  let n = length prefix in
  length s >= n && sub s 0 n = prefix

let ends_with ~suffix s =
  let n = length suffix in
  length s >= n && sub s (length s - n) n = suffix

(* Transforming *)

let split_on_char sep s =
  let n = length s in
  let rec from start i =
    if i >= n then [ sub s start (n - start) ]
    else if get s i = sep then
      let part = sub s start (i - start) in
      part :: from (i + 1) (i + 1)
    else from start (i + 1)
  in
  from 0 0

let lydian_is_space c = match c with ' ' | '\012' | '\n' | '\r' | '\t' -> true | _ -> false

let trim s =
  let n = length s in
  let rec first i = if i < n && lydian_is_space (get s i) then first (i + 1) else i in
  let rec last start i = if i >= start && lydian_is_space (get s i) then last start (i - 1) else i in
  let start = first 0 in
  let stop = last start (n - 1) in
  if start = 0 && stop = n - 1 then s else sub s start (stop - start + 1)

let lydian_upper c = match c with 'a' .. 'z' -> lydian_char_chr (int_of_char c - 32) | _ -> c
let lydian_lower c = match c with 'A' .. 'Z' -> lydian_char_chr (int_of_char c + 32) | _ -> c
let uppercase_ascii s = map lydian_upper s
let lowercase_ascii s = map lydian_lower s
let capitalize_ascii s = mapi (fun i c -> if i = 0 then lydian_upper c else c) s
let uncapitalize_ascii s = mapi (fun i c -> if i = 0 then lydian_lower c else c) s

let escaped s =
  let escape c =
    match c with
    | '"' -> "\\\""
    | '\\' -> "\\\\"
    | '\n' -> "\\n"
    | '\t' -> "\\t"
    | '\r' -> "\\r"
    | '\b' -> "\\b"
    | ' ' .. '~' -> lydian_string_of_chars [ c ]
    | _ ->
        let digit place = lydian_char_chr (48 + (int_of_char c / place mod 10)) in
        lydian_string_of_chars [ '\\'; digit 100; digit 10; digit 1 ]
  in
  let n = length s in
  let rec from i =
    if i >= n then []
    else
      let part = escape (get s i) in
      part :: from (i + 1)
  in
  lydian_string_of_parts (from 0)

let blit s pos b pos' len =
  if
    len < 0 || pos < 0
    || pos > length s - len
    || pos' < 0
    || pos' > lydian_bytes_length b - len
  then invalid_arg "String.blit / Bytes.blit_string"
  else
    for i = 0 to len - 1 do
      lydian_bytes_set b (pos' + i) (get s (pos + i))
    done

let unsafe_blit s pos b pos' len = blit s pos b pos' len

(* Sequences *)

let to_seqi s =
  let rec from i () =
    if i >= length s then Lydian_seq.Nil else Lydian_seq.Cons ((i, get s i), from (i + 1))
  in
  from 0

let to_seq s =
  let rec from i () =
    if i >= length s then Lydian_seq.Nil else Lydian_seq.Cons (get s i, from (i + 1))
  in
  from 0

let of_seq seq =
  let rec chars seq =
    match seq () with
    | Lydian_seq.Nil -> []
    | Lydian_seq.Cons (c, rest) -> c :: chars rest
  in
  lydian_string_of_chars (chars seq)

(* Integers in strings *)

let get_uint8 s i = int_of_char (get s i)
let get_int8 s i = (get_uint8 s i lxor 128) - 128

let get_uint16_le s i =
  let high = get_uint8 s (i + 1) in
  get_uint8 s i lor (high lsl 8)

let get_uint16_be s i =
  let low = get_uint8 s (i + 1) in
  (get_uint8 s i lsl 8) lor low

let get_uint16_ne s i = get_uint16_le s i
let get_int16_le s i = (get_uint16_le s i lxor 32768) - 32768
let get_int16_be s i = (get_uint16_be s i lxor 32768) - 32768
let get_int16_ne s i = get_int16_le s i
