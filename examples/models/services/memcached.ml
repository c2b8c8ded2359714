(* A part of memcached: values that are set, added, replaced, appended to, counted and deleted. *)

type state = (string * string) list

type input =
  | Set of string * string
  | Add of string * string
  | Replace of string * string
  | Append of string * string
  | Get of string
  | Both of string * string
  | Delete of string
  | Incr of string * int
  | Decr of string * int

type output = Stored | Not_stored | Deleted | Not_found | Values of (string * string) list | Number of int | Not_a_number

let init = []

let inputs =
  Both ("a", "b")
  :: List.concat_map
       (fun key ->
         [ Set (key, "9"); Set (key, "x\r\ny"); Add (key, "1"); Replace (key, "2"); Append (key, "0"); Get key;
           Delete key; Incr (key, 2); Decr (key, 3) ])
       [ "a"; "b" ]

let put key value state = List.sort compare ((key, value) :: List.remove_assoc key state)

(* A number that gets shorter keeps its length, with blanks behind it; but not if memcached has to make a new item of it, which nobody can
   foretell. What stands behind a blank does not count. *)
let padded text before = text ^ String.make (max 0 (String.length before - String.length text)) ' '

let number text =
  let word = List.hd (String.split_on_char ' ' text) in
  if word <> "" && String.for_all (fun c -> c >= '0' && c <= '9') word then Some (int_of_string word) else None

let step state input =
  let find key = List.assoc_opt key state in
  let same output = [ (state, [ output ]) ] in
  let store key text = [ (put key text state, [ Stored ]) ] in
  let count key change =
    match find key with
    | None -> same Not_found
    | Some text -> (
        match number text with
        | None -> same Not_a_number
        | Some before ->
            let n = change before in
            let short = string_of_int n in
            let long = padded short text in
            let becomes text = (put key text state, [ Number n ]) in
            if short = long then [ becomes short ] else [ becomes long; becomes short ])
  in
  match input with
  | Set (key, text) -> store key text
  | Add (key, text) -> if find key = None then store key text else same Not_stored
  | Replace (key, text) -> if find key <> None then store key text else same Not_stored
  | Append (key, text) -> ( match find key with None -> same Not_stored | Some before -> store key (before ^ text))
  | Get key -> ( match find key with None -> same (Values []) | Some text -> same (Values [ (key, text) ]))
  | Both (first, second) ->
      let found key = match find key with None -> [] | Some text -> [ (key, text) ] in
      same (Values (found first @ found second))
  | Delete key -> if find key = None then same Not_found else [ (List.remove_assoc key state, [ Deleted ]) ]
  | Incr (key, n) -> count key (fun before -> before + n)
  | Decr (key, n) -> count key (fun before -> max 0 (before - n))
