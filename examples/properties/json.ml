(* A small JSON: what is printed is read back. The keys of an object differ.
   Try: lydian property check examples/properties/json.ml *)

open Lydian

type json =
  | Null
  | Bool of bool
  | Number of int
  | String of string
  | List of json list
  | Object of (string * json) list

let rec distinct keys = match keys with [] -> true | key :: rest -> (not (List.mem key rest)) && distinct rest

let rec proper value =
  match value with
  | Null | Bool _ | Number _ | String _ -> true
  | List values -> List.for_all proper values
  | Object fields -> distinct (List.map fst fields) && List.for_all (fun (_, value) -> proper value) fields

(* {1 Printing} *)

let escaped char =
  match char with '"' -> "\\\"" | '\\' -> "\\\\" | '\n' -> "\\n" | '\t' -> "\\t" | _ -> String.make 1 char

let quoted text =
  let chars = List.init (String.length text) (String.get text) in
  "\"" ^ String.concat "" (List.map escaped chars) ^ "\""

let rec print value =
  match value with
  | Null -> "null"
  | Bool true -> "true"
  | Bool false -> "false"
  | Number number -> string_of_int number
  | String text -> quoted text
  | List values -> "[" ^ String.concat "," (List.map print values) ^ "]"
  | Object fields ->
      "{" ^ String.concat "," (List.map (fun (key, value) -> quoted key ^ ":" ^ print value) fields) ^ "}"

(* {1 Reading} *)

exception Wrong of int

let peek text at = if at < String.length text then text.[at] else '\000'
let expect char text at = if peek text at = char then at + 1 else raise (Wrong at)

let word expected text at =
  let length = String.length expected in
  if at + length <= String.length text && String.sub text at length = expected then at + length else raise (Wrong at)

let rec digits text at number =
  match peek text at with
  | '0' .. '9' as digit -> digits text (at + 1) ((number * 10) + Char.code digit - Char.code '0')
  | _ -> (number, at)

let number text at =
  match peek text at with
  | '-' ->
      let size, after = digits text (at + 1) 0 in
      (-size, after)
  | _ -> digits text at 0

(* The rest of a string, up to its closing quote. *)
let rec characters text at =
  match peek text at with
  | '"' -> ("", at + 1)
  | '\\' ->
      let char = match peek text (at + 1) with 'n' -> '\n' | 't' -> '\t' | other -> other in
      let rest, after = characters text (at + 2) in
      (String.make 1 char ^ rest, after)
  | _ when at >= String.length text -> raise (Wrong at)
  | char ->
      let rest, after = characters text (at + 1) in
      (String.make 1 char ^ rest, after)

let rec value text at =
  match peek text at with
  | 'n' -> (Null, word "null" text at)
  | 't' -> (Bool true, word "true" text at)
  | 'f' -> (Bool false, word "false" text at)
  | '"' ->
      let chars, after = characters text (at + 1) in
      (String chars, after)
  | '[' ->
      if peek text (at + 1) = ']' then (List [], at + 2)
      else
        let values, after = items text (at + 1) in
        (List values, after)
  | '{' ->
      if peek text (at + 1) = '}' then (Object [], at + 2)
      else
        let found, after = fields text (at + 1) in
        (Object found, after)
  | '-' | '0' .. '9' ->
      let number, after = number text at in
      (Number number, after)
  | _ -> raise (Wrong at)

and items text at =
  let first, after = value text at in
  if peek text after = ',' then
    let rest, after = items text (after + 1) in
    (first :: rest, after)
  else ([ first ], expect ']' text after)

and fields text at =
  let key, after = characters text (expect '"' text at) in
  let first, after = value text (expect ':' text after) in
  if peek text after = ',' then
    let rest, after = fields text (after + 1) in
    ((key, first) :: rest, after)
  else ([ (key, first) ], expect '}' text after)

let parse text =
  match value text 0 with
  | value, after -> if after = String.length text then Some value else None
  | exception Wrong _ -> None

(* {1 Values} *)

(* The value behind a key; what was there before is replaced in its place. *)
let rec set key value fields =
  match fields with
  | [] -> [ (key, value) ]
  | (other, old) :: rest -> if other = key then (key, value) :: rest else (other, old) :: set key value rest

let rec unset key fields =
  match fields with [] -> [] | (other, value) :: rest -> if other = key then rest else (other, value) :: unset key rest

(* The fields of both; the second wins. *)
let merge first second = List.fold_left (fun fields (key, value) -> set key value fields) first second

(* {1 Properties} *)

let prop_round_trip json = proper json ==> (parse (print json) =? Some json)
let prop_set_proper key fields = proper (Object fields) ==> proper (Object (set key Null fields))

let prop_set_found key other fields =
  proper (Object fields)
  ==> (List.assoc_opt other (set key Null fields) =? if other = key then Some Null else List.assoc_opt other fields)

let prop_unset key other fields =
  proper (Object fields)
  ==> (List.assoc_opt other (unset key fields) =? if other = key then None else List.assoc_opt other fields)

let prop_merge_proper first second =
  (proper (Object first) && proper (Object second)) ==> proper (Object (merge first second))

let prop_merge_found key first second =
  (proper (Object first) && proper (Object second))
  ==> (List.assoc_opt key (merge first second)
      =? match List.assoc_opt key second with Some value -> Some value | None -> List.assoc_opt key first)
