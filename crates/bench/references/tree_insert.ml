(* Inserts into a search tree without repetition. *)
type tree = Leaf | Node of tree * int * tree

let rec tree_insert x tree =
  match tree with
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (left, y, right) ->
      if x < y then Node (tree_insert x left, y, right)
      else if x > y then Node (left, y, tree_insert x right)
      else tree
