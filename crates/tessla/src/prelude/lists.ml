(* Sets as ascending lists, maps as lists of pairs that ascend by key. *)

let set_empty = []
let set_of_ascending list = list
let rec set_add order set element =
  match set with
  | [] -> [ element ]
  | first :: rest ->
      let c = order element first in
      if c = 0 then set else if c < 0 then element :: set else first :: set_add order rest element
let rec set_contains order set element =
  match set with
  | [] -> false
  | first :: rest ->
      let c = order element first in
      if c = 0 then true else if c < 0 then false else set_contains order rest element
let rec set_remove order set element =
  match set with
  | [] -> []
  | first :: rest ->
      let c = order element first in
      if c = 0 then rest else if c < 0 then set else first :: set_remove order rest element
let set_size set = list_size set
let rec set_fold set start f = list_fold set start f
let rec set_union order a b =
  match (a, b) with
  | [], _ -> b
  | _, [] -> a
  | x :: more, y :: others ->
      let c = order x y in
      if c = 0 then x :: set_union order more others
      else if c < 0 then x :: set_union order more b
      else y :: set_union order a others
let rec set_intersection order a b =
  match (a, b) with
  | [], _ -> []
  | _, [] -> []
  | x :: more, y :: others ->
      let c = order x y in
      if c = 0 then x :: set_intersection order more others
      else if c < 0 then set_intersection order more b
      else set_intersection order a others
let rec set_minus order a b =
  match (a, b) with
  | [], _ -> []
  | _, [] -> a
  | x :: more, y :: others ->
      let c = order x y in
      if c = 0 then set_minus order more others
      else if c < 0 then x :: set_minus order more b
      else set_minus order a others
let text_of_set text set = text_of_elements text set
let compare_sets order a b = compare_lists order a b

let map_empty = []
let map_of_ascending list = list
let rec map_add order map key value =
  match map with
  | [] -> [ (key, value) ]
  | (k, v) :: rest ->
      let c = order key k in
      if c = 0 then (key, value) :: rest
      else if c < 0 then (key, value) :: map
      else (k, v) :: map_add order rest key value
let rec map_contains order map key =
  match map with
  | [] -> false
  | (k, _) :: rest ->
      let c = order key k in
      if c = 0 then true else if c < 0 then false else map_contains order rest key
let rec map_get order map key =
  match map with
  | [] -> failwith "The key is not in the map"
  | (k, v) :: rest ->
      let c = order key k in
      if c = 0 then v else if c < 0 then failwith "The key is not in the map" else map_get order rest key
let map_lacks order map key = not (map_contains order map key)
let rec map_remove order map key =
  match map with
  | [] -> []
  | (k, v) :: rest ->
      let c = order key k in
      if c = 0 then rest else if c < 0 then map else (k, v) :: map_remove order rest key
let map_size map = list_size map
let rec map_keys map = match map with [] -> [] | (k, _) :: rest -> k :: map_keys rest
let rec map_fold map start f = match map with [] -> start | (k, v) :: rest -> map_fold rest (f start k v) f
let text_of_map key value map = text_of_entries key value map
let compare_maps key value a b = compare_lists (compare_pairs key value) a b
