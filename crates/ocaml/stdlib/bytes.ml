(* Mutable byte sequences. What only reads goes through String. *)

type t = bytes

external length : bytes -> int = "bytes_length"
external get : bytes -> int -> char = "bytes_get"
external set : bytes -> int -> char -> unit = "bytes_set"
external unsafe_get : bytes -> int -> char = "bytes_get"
external unsafe_set : bytes -> int -> char -> unit = "bytes_set"
external make : int -> char -> bytes = "bytes_make"
external of_string : string -> bytes = "bytes_of_string"
external to_string : bytes -> string = "bytes_to_string"

(* These copy; a program that still writes to the original would see the difference in OCaml. *)
external unsafe_of_string : string -> bytes = "bytes_of_string"
external unsafe_to_string : bytes -> string = "bytes_to_string"

(* The contents are unspecified in OCaml; here they are zero bytes. *)
let create n = make n '\000'
let empty = create 0
let copy b = of_string (to_string b)

let init n f =
  let b = create n in
  for i = 0 to n - 1 do
    set b i (f i)
  done;
  b

let sub_string b pos len = String.sub (to_string b) pos len
let sub b pos len = of_string (sub_string b pos len)
let equal (a : bytes) (b : bytes) = a = b
let compare (a : bytes) (b : bytes) = compare a b
let cat a b = of_string (to_string a ^ to_string b)
let concat sep parts = of_string (String.concat (to_string sep) (List.map to_string parts))

let fill b pos len c =
  if pos < 0 || len < 0 || pos > length b - len then invalid_arg "String.fill / Bytes.fill"
  else
    for i = pos to pos + len - 1 do
      set b i c
    done

let blit_string s pos b pos' len = String.blit s pos b pos' len

(* Reading from a copy of the source makes overlap harmless. *)
let blit a pos b pos' len =
  if
    len < 0 || pos < 0
    || pos > length a - len
    || pos' < 0
    || pos' > length b - len
  then invalid_arg "Bytes.blit"
  else blit_string (to_string a) pos b pos' len

let unsafe_blit a pos b pos' len = blit a pos b pos' len
let unsafe_blit_string s pos b pos' len = blit_string s pos b pos' len
let unsafe_fill b pos len c = fill b pos len c

(* A negative [left] cuts at the front, a positive one leaves room there; the same for [right] at the back. *)
let extend b left right =
  let n = length b + left + right in
  let wider = create n in
  let from = if left < 0 then -left else 0 and into = if left < 0 then 0 else left in
  let len = min (length b - from) (n - into) in
  if len > 0 then blit b from wider into len;
  wider

(* Iteration. The callbacks see the bytes as they are when their turn comes. *)

let iteri (f : int -> char -> unit) b =
  for i = 0 to length b - 1 do
    f i (get b i)
  done

let iter f b = iteri (fun _ c -> f c) b
let mapi f b = init (length b) (fun i -> f i (get b i))
let map f b = init (length b) (fun i -> f (get b i))

let fold_left f acc b =
  let n = length b in
  let rec from i acc = if i >= n then acc else from (i + 1) (f acc (get b i)) in
  from 0 acc

let fold_right f b acc =
  let rec down i acc = if i < 0 then acc else down (i - 1) (f (get b i) acc) in
  down (length b - 1) acc

let for_all p b =
  let n = length b in
  let rec from i = i >= n || (p (get b i) && from (i + 1)) in
  from 0

let exists p b =
  let n = length b in
  let rec from i = i < n && (p (get b i) || from (i + 1)) in
  from 0

(* Searching and transforming *)

let index b c = String.index (to_string b) c
let index_opt b c = String.index_opt (to_string b) c
let rindex b c = String.rindex (to_string b) c
let rindex_opt b c = String.rindex_opt (to_string b) c
let index_from b i c = String.index_from (to_string b) i c
let index_from_opt b i c = String.index_from_opt (to_string b) i c
let rindex_from b i c = String.rindex_from (to_string b) i c
let rindex_from_opt b i c = String.rindex_from_opt (to_string b) i c
let contains b c = String.contains (to_string b) c
let contains_from b i c = String.contains_from (to_string b) i c
let rcontains_from b i c = String.rcontains_from (to_string b) i c
let starts_with ~prefix b = String.starts_with ~prefix:(to_string prefix) (to_string b)
let ends_with ~suffix b = String.ends_with ~suffix:(to_string suffix) (to_string b)
let trim b = of_string (String.trim (to_string b))
let escaped b = of_string (String.escaped (to_string b))
let uppercase_ascii b = of_string (String.uppercase_ascii (to_string b))
let lowercase_ascii b = of_string (String.lowercase_ascii (to_string b))
let capitalize_ascii b = of_string (String.capitalize_ascii (to_string b))
let uncapitalize_ascii b = of_string (String.uncapitalize_ascii (to_string b))
let split_on_char sep b = List.map of_string (String.split_on_char sep (to_string b))

(* Sequences *)

let to_seqi b =
  let rec from i () =
    if i >= length b then Lydian_seq.Nil else Lydian_seq.Cons ((i, get b i), from (i + 1))
  in
  from 0

let to_seq b =
  let rec from i () =
    if i >= length b then Lydian_seq.Nil else Lydian_seq.Cons (get b i, from (i + 1))
  in
  from 0

let of_seq seq = of_string (String.of_seq seq)

(* Integers in bytes *)

let get_uint8 b i = int_of_char (get b i)
let get_int8 b i = (get_uint8 b i lxor 128) - 128
let set_uint8 b i n = set b i (lydian_char_chr (n land 255))
let set_int8 b i n = set_uint8 b i n

(* The furthest byte first, so that nothing is touched when it is out of bounds. *)
let get_uint16_le b i =
  let high = get_uint8 b (i + 1) in
  get_uint8 b i lor (high lsl 8)

let get_uint16_be b i =
  let low = get_uint8 b (i + 1) in
  (get_uint8 b i lsl 8) lor low

let get_uint16_ne b i = get_uint16_le b i
let get_int16_le b i = (get_uint16_le b i lxor 32768) - 32768
let get_int16_be b i = (get_uint16_be b i lxor 32768) - 32768
let get_int16_ne b i = get_int16_le b i

let set_uint16_le b i n =
  ignore (get b i);
  set_uint8 b (i + 1) (n asr 8);
  set_uint8 b i n

let set_uint16_be b i n =
  ignore (get b i);
  set_uint8 b (i + 1) n;
  set_uint8 b i (n asr 8)

let set_uint16_ne b i n = set_uint16_le b i n
let set_int16_le b i n = set_uint16_le b i n
let set_int16_be b i n = set_uint16_be b i n
let set_int16_ne b i n = set_uint16_le b i n
