(* Lists as they are, sets as ascending lists, maps as lists of pairs that ascend by key. *)

let list_empty = []
let list_prepend element list = element :: list
let rec list_append list element = match list with [] -> [ element ] | first :: rest -> first :: list_append rest element
let rec list_size = function [] -> 0 | _ :: rest -> 1 + list_size rest
let list_is_empty = function [] -> true | _ :: _ -> false
let rec nth list index =
  match list with
  | [] -> failwith "The index is outside of the list"
  | first :: rest -> if index = 0 then first else nth rest (index - 1)
let list_get list index = if index < 0 then failwith "The index is outside of the list" else nth list index
let rec replaced list index element =
  match list with
  | [] -> failwith "The index is outside of the list"
  | first :: rest -> if index = 0 then element :: rest else first :: replaced rest (index - 1) element
let list_set list index element =
  if index < 0 then failwith "The index is outside of the list" else replaced list index element
let list_lacks list index = not (both (0 <= index) (index < list_size list))
let list_head = function [] -> failwith "The list is empty" | first :: _ -> first
let list_tail = function [] -> failwith "The list is empty" | _ :: rest -> rest
let rec list_last = function [] -> failwith "The list is empty" | [ last ] -> last | _ :: rest -> list_last rest
let rec list_init = function
  | [] -> failwith "The list is empty"
  | [ _ ] -> []
  | first :: rest -> first :: list_init rest
let rec list_fold list start f = match list with [] -> start | first :: rest -> list_fold rest (f start first) f
let list_of elements = elements
let text_of_list text list = text_of_sequence text list

let set_empty = []
let set_of_ascending list = list
let rec set_add set element =
  match set with
  | [] -> [ element ]
  | first :: rest ->
      let c = compare element first in
      if c = 0 then set else if c < 0 then element :: set else first :: set_add rest element
let rec set_contains set element =
  match set with
  | [] -> false
  | first :: rest ->
      let c = compare element first in
      if c = 0 then true else if c < 0 then false else set_contains rest element
let rec set_remove set element =
  match set with
  | [] -> []
  | first :: rest ->
      let c = compare element first in
      if c = 0 then rest else if c < 0 then set else first :: set_remove rest element
let set_size set = list_size set
let rec set_fold set start f = list_fold set start f
let rec set_union a b =
  match (a, b) with
  | [], _ -> b
  | _, [] -> a
  | x :: more, y :: others ->
      let c = compare x y in
      if c = 0 then x :: set_union more others
      else if c < 0 then x :: set_union more b
      else y :: set_union a others
let rec set_intersection a b =
  match (a, b) with
  | [], _ -> []
  | _, [] -> []
  | x :: more, y :: others ->
      let c = compare x y in
      if c = 0 then x :: set_intersection more others
      else if c < 0 then set_intersection more b
      else set_intersection a others
let rec set_minus a b =
  match (a, b) with
  | [], _ -> []
  | _, [] -> a
  | x :: more, y :: others ->
      let c = compare x y in
      if c = 0 then set_minus more others
      else if c < 0 then x :: set_minus more b
      else set_minus a others
let text_of_set text set = text_of_elements text set

let map_empty = []
let map_of_ascending list = list
let rec map_add map key value =
  match map with
  | [] -> [ (key, value) ]
  | (k, v) :: rest ->
      let c = compare key k in
      if c = 0 then (key, value) :: rest
      else if c < 0 then (key, value) :: map
      else (k, v) :: map_add rest key value
let rec map_contains map key =
  match map with
  | [] -> false
  | (k, _) :: rest ->
      let c = compare key k in
      if c = 0 then true else if c < 0 then false else map_contains rest key
let rec map_get map key =
  match map with
  | [] -> failwith "The key is not in the map"
  | (k, v) :: rest ->
      let c = compare key k in
      if c = 0 then v else if c < 0 then failwith "The key is not in the map" else map_get rest key
let map_lacks map key = not (map_contains map key)
let rec map_remove map key =
  match map with
  | [] -> []
  | (k, v) :: rest ->
      let c = compare key k in
      if c = 0 then rest else if c < 0 then map else (k, v) :: map_remove rest key
let map_size map = list_size map
let rec map_keys map = match map with [] -> [] | (k, _) :: rest -> k :: map_keys rest
let rec map_fold map start f = match map with [] -> start | (k, v) :: rest -> map_fold rest (f start k v) f
let text_of_map key value map = text_of_entries key value map
