(* Red-black trees: ordered, no red node below a red one, the same number of black nodes on every way down, a black root.
   The precondition is the whole invariant: of the trees with five nodes, one in thousands fulfils it.
   Try: lydian property check examples/properties/red_black.ml *)

open Lydian

type color = Red | Black
type tree = Leaf | Node of color * tree * int * tree

let rec between low high tree =
  match tree with
  | Leaf -> true
  | Node (_, left, key, right) ->
      (match low with None -> true | Some bound -> bound < key)
      && (match high with None -> true | Some bound -> key < bound)
      && between low (Some key) left
      && between (Some key) high right

let is_red tree = match tree with Node (Red, _, _, _) -> true | _ -> false

let rec no_red_below_red tree =
  match tree with
  | Leaf -> true
  | Node (color, left, _, right) ->
      (color = Black || not (is_red left || is_red right)) && no_red_below_red left && no_red_below_red right

(* The number of black nodes on every way down, if that is the same for all. *)
let rec black_height tree =
  match tree with
  | Leaf -> Some 0
  | Node (color, left, _, right) -> (
      match black_height left with
      | None -> None
      | Some height ->
          if black_height right <> Some height then None
          else Some (if color = Black then height + 1 else height))

let valid tree =
  (not (is_red tree)) && no_red_below_red tree && black_height tree <> None && between None None tree

let rec contains (key : int) tree =
  match tree with
  | Leaf -> false
  | Node (_, left, own, right) -> own = key || contains key left || contains key right

(* {1 Insertion} *)

(* Mends a red child of a red node under a black one. *)
let balance tree =
  match tree with
  | Node (Black, Node (Red, Node (Red, a, x, b), y, c), z, d)
  | Node (Black, Node (Red, a, x, Node (Red, b, y, c)), z, d)
  | Node (Black, a, x, Node (Red, Node (Red, b, y, c), z, d))
  | Node (Black, a, x, Node (Red, b, y, Node (Red, c, z, d))) ->
      Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
  | _ -> tree

let blacken tree = match tree with Node (_, left, key, right) -> Node (Black, left, key, right) | Leaf -> Leaf

let rec put key tree =
  match tree with
  | Leaf -> Node (Red, Leaf, key, Leaf)
  | Node (color, left, own, right) ->
      if key < own then balance (Node (color, put key left, own, right))
      else if key > own then balance (Node (color, left, own, put key right))
      else tree

let insert key tree = blacken (put key tree)

(* {1 Deletion} *)

(* A node whose left side has one black node too few; the result says whether the whole still has. *)
let rec mend_left color left key right =
  match right with
  | Node (Red, a, x, b) ->
      let inner, _ = mend_left Red left key a in
      (Node (Black, inner, x, b), false)
  | Node (Black, Node (Red, a, x, b), y, c) | Node (Black, a, x, Node (Red, b, y, c)) ->
      (Node (color, Node (Black, left, key, a), x, Node (Black, b, y, c)), false)
  | Node (Black, a, x, b) -> (Node (Black, left, key, Node (Red, a, x, b)), color = Black)
  | Leaf -> (Node (color, left, key, right), false)

(* The same for the right side. *)
let rec mend_right color left key right =
  match left with
  | Node (Red, a, x, b) ->
      let inner, _ = mend_right Red b key right in
      (Node (Black, a, x, inner), false)
  | Node (Black, a, x, Node (Red, b, y, c)) | Node (Black, Node (Red, a, x, b), y, c) ->
      (Node (color, Node (Black, a, x, b), y, Node (Black, c, key, right)), false)
  | Node (Black, a, x, b) -> (Node (Black, Node (Red, a, x, b), key, right), color = Black)
  | Leaf -> (Node (color, left, key, right), false)

let with_left color (left, short) key right =
  if short then mend_left color left key right else (Node (color, left, key, right), false)

let with_right color left key (right, short) =
  if short then mend_right color left key right else (Node (color, left, key, right), false)

(* What is left of a node of this color with one child at most. *)
let drop color child =
  match child with Node (_, left, key, right) -> (Node (Black, left, key, right), false) | Leaf -> (Leaf, color = Black)

let rec take_smallest color left key right =
  match left with
  | Leaf -> (key, drop color right)
  | Node (inner, further, own, between) ->
      let smallest, rest = take_smallest inner further own between in
      (smallest, with_left color rest key right)

let rec without key tree =
  match tree with
  | Leaf -> (Leaf, false)
  | Node (color, left, own, right) -> (
      if key < own then with_left color (without key left) own right
      else if key > own then with_right color left own (without key right)
      else
        match right with
        | Leaf -> drop color left
        | Node (inner, further, next, larger) ->
            let smallest, rest = take_smallest inner further next larger in
            with_right color left smallest rest)

let delete key tree = fst (without key tree)

(* {1 Join} *)

let rec height tree =
  match tree with Leaf -> 0 | Node (color, left, _, _) -> if color = Black then height left + 1 else height left

let rec join_right left key right =
  match left with
  | Node (color, a, x, b) when color = Red || height left > height right ->
      balance (Node (color, a, x, join_right b key right))
  | _ -> Node (Red, left, key, right)

let rec join_left left key right =
  match right with
  | Node (color, a, x, b) when color = Red || height right > height left ->
      balance (Node (color, join_left left key a, x, b))
  | _ -> Node (Red, left, key, right)

(* One tree of two and a key between them. *)
let join left key right =
  blacken (if height left > height right then join_right left key right else join_left left key right)

(* {1 Properties} *)

let prop_insert_valid key tree = valid tree ==> valid (insert key tree)

let prop_insert_contains key other tree =
  valid tree ==> (contains other (insert key tree) =? (other = key || contains other tree))

let prop_delete_valid key tree = valid tree ==> valid (delete key tree)

let prop_delete_contains key other tree =
  valid tree ==> (contains other (delete key tree) =? (other <> key && contains other tree))

let fits left key right =
  valid left && valid right && between None (Some key) left && between (Some key) None right

let prop_join_valid left key right = fits left key right ==> valid (join left key right)

let prop_join_contains left key right other =
  fits left key right
  ==> (contains other (join left key right) =? (other = key || contains other left || contains other right))
