(* Sorted lists. Every operation keeps a list sorted and has the elements that it should.
   Try: lydian property check examples/properties/sorted.ml *)

open Lydian

let rec sorted list =
  match list with
  | [] | [ _ ] -> true
  | first :: (second :: _ as rest) -> first <= second && sorted rest

let rec increasing list =
  match list with
  | [] | [ _ ] -> true
  | first :: (second :: _ as rest) -> first < second && increasing rest

let rec count (x : int) list =
  match list with
  | [] -> 0
  | first :: rest -> if first = x then 1 + count x rest else count x rest

(* {1 Operations} *)

let rec insert (x : int) list =
  match list with
  | [] -> [ x ]
  | first :: rest -> if x <= first then x :: list else first :: insert x rest

(* One occurrence less, if there is one. What follows a larger element need not be looked at. *)
let rec remove (x : int) list =
  match list with
  | [] -> []
  | first :: rest -> if first = x then rest else if first > x then list else first :: remove x rest

let rec member (x : int) list =
  match list with
  | [] -> false
  | first :: rest -> first = x || (first < x && member x rest)

let rec merge (left : int list) right =
  match (left, right) with
  | [], other | other, [] -> other
  | x :: xs, y :: ys -> if x <= y then x :: merge xs right else y :: merge left ys

(* The elements below a bound, and the others. *)
let rec split (bound : int) list =
  match list with
  | [] -> ([], [])
  | first :: rest ->
      if first < bound then
        let below, others = split bound rest in
        (first :: below, others)
      else ([], list)

let rec unique (list : int list) =
  match list with
  | first :: (second :: _ as rest) -> if first = second then unique rest else first :: unique rest
  | short -> short

(* The elements of strictly increasing lists that are in both. *)
let rec common (left : int list) right =
  match (left, right) with
  | [], _ | _, [] -> []
  | x :: xs, y :: ys ->
      if x = y then x :: common xs ys else if x < y then common xs right else common left ys

(* {1 Properties} *)

let prop_insert_sorted x list = sorted list ==> sorted (insert x list)

let prop_insert_count x y list =
  sorted list ==> (count y (insert x list) =? count y list + if x = y then 1 else 0)

let prop_remove_sorted x list = sorted list ==> sorted (remove x list)

let prop_remove_count x y list =
  sorted list
  ==> (count y (remove x list) =? if x = y && List.mem x list then count y list - 1 else count y list)

let prop_member x list = sorted list ==> (member x list =? List.mem x list)
let prop_merge_sorted left right = (sorted left && sorted right) ==> sorted (merge left right)

let prop_merge_count x left right =
  (sorted left && sorted right) ==> (count x (merge left right) =? count x left + count x right)

let prop_split bound list =
  sorted list
  ==>
  let below, others = split bound list in
  (below @ others =? list)
  &&& List.for_all (fun x -> x < bound) below
  &&& List.for_all (fun x -> x >= bound) others

let prop_unique x list =
  sorted list ==> (increasing (unique list) &&& (List.mem x (unique list) =? List.mem x list))

let prop_common x left right =
  (increasing left && increasing right)
  ==> (increasing (common left right)
      &&& (List.mem x (common left right) =? (List.mem x left && List.mem x right)))
