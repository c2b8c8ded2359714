(* A part of redis: strings with their lengths, counters, and lists with ranges. *)

type value = Text of string | Items of string list
type state = (string * value) list

type input =
  | Set of string * string
  | Get of string
  | Append of string * string
  | Incr of string
  | Del of string
  | Rpush of string * string
  | Lpop of string
  | Lrange of string

type output = Fine | Number of int | Bulk of string | Nil | List of string list | Wrong_type | Not_an_integer

let init = []

let inputs =
  let keys = [ "a"; "b" ] in
  List.concat_map
    (fun key ->
      [ Set (key, "1"); Set (key, "x y"); Get key; Append (key, "0"); Incr key; Del key; Rpush (key, "1");
        Rpush (key, "r\r\ns"); Lpop key; Lrange key ])
    keys

let put key value state = List.sort compare ((key, value) :: List.remove_assoc key state)

(* What redis takes for an integer: no sign but a minus, no zero in front. *)
let integer text =
  match int_of_string_opt text with Some n when string_of_int n = text -> Some n | _ -> None

let step state input =
  let find key = List.assoc_opt key state in
  let same output = Some (output, state) in
  match input with
  | Set (key, text) -> Some (Fine, put key (Text text) state)
  | Get key -> (
      match find key with Some (Text text) -> same (Bulk text) | Some (Items _) -> same Wrong_type | None -> same Nil)
  | Append (key, text) -> (
      match find key with
      | Some (Items _) -> same Wrong_type
      | (Some (Text _) | None) as before ->
          let text = (match before with Some (Text before) -> before | _ -> "") ^ text in
          Some (Number (String.length text), put key (Text text) state))
  | Incr key -> (
      match find key with
      | Some (Items _) -> same Wrong_type
      | None -> Some (Number 1, put key (Text "1") state)
      | Some (Text text) -> (
          match integer text with
          | Some n -> Some (Number (n + 1), put key (Text (string_of_int (n + 1))) state)
          | None -> same Not_an_integer))
  | Del key -> if find key = None then same (Number 0) else Some (Number 1, List.remove_assoc key state)
  | Rpush (key, text) -> (
      match find key with
      | Some (Text _) -> same Wrong_type
      | (Some (Items _) | None) as before ->
          let items = (match before with Some (Items before) -> before | _ -> []) @ [ text ] in
          Some (Number (List.length items), put key (Items items) state))
  | Lpop key -> (
      match find key with
      | Some (Text _) -> same Wrong_type
      | None | Some (Items []) -> same Nil
      | Some (Items [ last ]) -> Some (Bulk last, List.remove_assoc key state)
      | Some (Items (first :: rest)) -> Some (Bulk first, put key (Items rest) state))
  | Lrange key -> (
      match find key with
      | Some (Text _) -> same Wrong_type
      | None -> same (List [])
      | Some (Items items) -> same (List items))
