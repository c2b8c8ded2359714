(* Search trees: the keys on the left of a node are smaller than its own, those on the right are larger.
   Try: lydian property check examples/properties/search_tree.ml *)

open Lydian

type tree = Leaf | Node of tree * int * tree

(* Whether all keys lie between the bounds, where there are bounds, and in order. *)
let rec between low high tree =
  match tree with
  | Leaf -> true
  | Node (left, key, right) ->
      (match low with None -> true | Some bound -> bound < key)
      && (match high with None -> true | Some bound -> key < bound)
      && between low (Some key) left
      && between (Some key) high right

let ordered tree = between None None tree

let rec contains (key : int) tree =
  match tree with
  | Leaf -> false
  | Node (left, own, right) -> own = key || contains key left || contains key right

(* {1 Operations} *)

let rec member key tree =
  match tree with
  | Leaf -> false
  | Node (left, own, right) ->
      if key < own then member key left else if key > own then member key right else true

let rec insert key tree =
  match tree with
  | Leaf -> Node (Leaf, key, Leaf)
  | Node (left, own, right) ->
      if key < own then Node (insert key left, own, right)
      else if key > own then Node (left, own, insert key right)
      else tree

(* The smallest key of a node with these parts, and the tree without it. *)
let rec take_smallest left key right =
  match left with
  | Leaf -> (key, right)
  | Node (further, own, between) ->
      let smallest, rest = take_smallest further own between in
      (smallest, Node (rest, key, right))

(* One tree of two, where all keys of the first are smaller than those of the second. *)
let append left right =
  match right with
  | Leaf -> left
  | Node (further, own, larger) ->
      let smallest, rest = take_smallest further own larger in
      Node (left, smallest, rest)

let rec delete key tree =
  match tree with
  | Leaf -> Leaf
  | Node (left, own, right) ->
      if key < own then Node (delete key left, own, right)
      else if key > own then Node (left, own, delete key right)
      else append left right

(* The part below a key, and the part above it. *)
let rec split key tree =
  match tree with
  | Leaf -> (Leaf, Leaf)
  | Node (left, own, right) ->
      if key < own then
        let below, above = split key left in
        (below, Node (above, own, right))
      else if key > own then
        let below, above = split key right in
        (Node (left, own, below), above)
      else (left, right)

let rec union first second =
  match first with
  | Leaf -> second
  | Node (left, key, right) ->
      let below, above = split key second in
      Node (union left below, key, union right above)

let rec to_list tree = match tree with Leaf -> [] | Node (left, key, right) -> to_list left @ (key :: to_list right)

(* {1 Properties} *)

let prop_member key tree = ordered tree ==> (member key tree =? contains key tree)
let prop_insert_ordered key tree = ordered tree ==> ordered (insert key tree)

let prop_insert_contains key other tree =
  ordered tree ==> (contains other (insert key tree) =? (other = key || contains other tree))

let prop_delete_ordered key tree = ordered tree ==> ordered (delete key tree)

let prop_delete_contains key other tree =
  ordered tree ==> (contains other (delete key tree) =? (other <> key && contains other tree))

let prop_split key other tree =
  ordered tree
  ==>
  let below, above = split key tree in
  (contains other below =? (contains other tree && other < key))
  &&& (contains other above =? (contains other tree && other > key))

let prop_union_ordered first second = (ordered first && ordered second) ==> ordered (union first second)

let prop_union_contains key first second =
  (ordered first && ordered second)
  ==> (contains key (union first second) =? (contains key first || contains key second))

let prop_to_list tree = ordered tree ==> (List.sort_uniq compare (to_list tree) =? to_list tree)
