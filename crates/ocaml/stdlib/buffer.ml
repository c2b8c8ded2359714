(* Growing strings: the parts added so far, latest first. *)

type t = { mutable parts : string list; mutable length : int }

let create (_ : int) = { parts = []; length = 0 }
let length b = b.length

(* Also joins the parts, so that asking again is cheap. *)
let contents b =
  match b.parts with
  | [ whole ] -> whole
  | parts ->
      let rec reverse parts acc =
        match parts with [] -> acc | part :: rest -> reverse rest (part :: acc)
      in
      let whole = lydian_string_of_parts (reverse parts []) in
      b.parts <- [ whole ];
      whole

let to_bytes b = lydian_bytes_of_string (contents b)

let add_string b s =
  b.parts <- s :: b.parts;
  b.length <- b.length + String.length s

let clear b =
  b.parts <- [];
  b.length <- 0

let reset b = clear b

let sub b pos len =
  if pos < 0 || len < 0 || pos > b.length - len then invalid_arg "Buffer.sub"
  else String.sub (contents b) pos len

let nth b i =
  if i < 0 || i >= b.length then invalid_arg "Buffer.nth" else String.get (contents b) i

let blit b pos bytes pos' len =
  if
    len < 0 || pos < 0
    || pos > b.length - len
    || pos' < 0
    || pos' > lydian_bytes_length bytes - len
  then invalid_arg "Buffer.blit"
  else String.blit (contents b) pos bytes pos' len

let truncate b len =
  if len < 0 || len > b.length then invalid_arg "Buffer.truncate"
  else (
    b.parts <- [ String.sub (contents b) 0 len ];
    b.length <- len)

let output_buffer channel b = output_string channel (contents b)
let add_char b c = add_string b (lydian_string_of_chars [ c ])
let add_bytes b bytes = add_string b (lydian_bytes_to_string bytes)
let add_buffer b b' = add_string b (contents b')

let add_substring b s pos len =
  if pos < 0 || len < 0 || pos > String.length s - len then
    invalid_arg "Buffer.add_substring/add_subbytes"
  else add_string b (String.sub s pos len)

let add_subbytes b bytes pos len = add_substring b (lydian_bytes_to_string bytes) pos len

(* Input is always at its end. *)
let add_channel (_ : t) (_ : in_channel) len =
  if len < 0 then invalid_arg "Buffer.add_channel" else if len > 0 then raise End_of_file

(* In [s], `$name`, `${name}` and `$(name)` stand for [f name]; `\$` is a plain `$`. *)
let add_substitute b f s =
  let n = String.length s in
  let is_name_char c =
    match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false
  in
  let rec name_end i = if i < n && is_name_char (String.get s i) then name_end (i + 1) else i in
  (* The position of the bracket that closes the one before [i]. *)
  let rec closing opening close depth i =
    if i >= n then raise Not_found
    else
      let c = String.get s i in
      if c = opening then closing opening close (depth + 1) (i + 1)
      else if c = close then if depth = 0 then i else closing opening close (depth - 1) (i + 1)
      else closing opening close depth (i + 1)
  in
  let bracketed opening close i =
    let stop = closing opening close 0 (i + 1) in
    (String.sub s (i + 1) (stop - i - 1), stop + 1)
  in
  let name_at i =
    if i >= n then raise Not_found
    else
      match String.get s i with
      | '(' -> bracketed '(' ')' i
      | '{' -> bracketed '{' '}' i
      | _ ->
          (* The first character of a name may be any. *)
          let stop = name_end (i + 1) in
          (String.sub s i (stop - i), stop)
  in
  let rec go escaped i =
    if i >= n then (if escaped then add_char b '\\')
    else
      match String.get s i with
      | '$' when escaped ->
          add_char b '$';
          go false (i + 1)
      | '$' ->
          let name, next = name_at (i + 1) in
          add_string b (f name);
          go false next
      | c when escaped ->
          add_char b '\\';
          add_char b c;
          go false (i + 1)
      | '\\' -> go true (i + 1)
      | c ->
          add_char b c;
          go false (i + 1)
  in
  go false 0

let to_seq b =
  let rec from i () =
    if i >= b.length then Lydian_seq.Nil else Lydian_seq.Cons (nth b i, from (i + 1))
  in
  from 0

let to_seqi b =
  let rec from i () =
    if i >= b.length then Lydian_seq.Nil else Lydian_seq.Cons ((i, nth b i), from (i + 1))
  in
  from 0

let rec add_seq b seq =
  match seq () with
  | Lydian_seq.Nil -> ()
  | Lydian_seq.Cons (c, rest) ->
      add_char b c;
      add_seq b rest

let of_seq seq =
  let b = create 32 in
  add_seq b seq;
  b

let add_uint8 b n = add_char b (lydian_char_chr (n land 255))
let add_int8 b n = add_uint8 b n

let add_uint16_le b n =
  add_uint8 b n;
  add_uint8 b (n asr 8)

let add_uint16_be b n =
  add_uint8 b (n asr 8);
  add_uint8 b n

let add_uint16_ne b n = add_uint16_le b n
let add_int16_le b n = add_uint16_le b n
let add_int16_be b n = add_uint16_be b n
let add_int16_ne b n = add_uint16_le b n
