(* Forgets that an element may be in the tree already. *)
type tree = Leaf | Node of tree * int * tree

let rec insert x t =
  match t with
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (left, y, right) ->
    if x < y then Node (insert x left, y, right) else Node (left, y, insert x right)

let rec elements t =
  match t with
  | Leaf -> []
  | Node (left, x, right) -> elements left @ (x :: elements right)

let sort_unique l = elements (List.fold_left (fun t x -> insert x t) Leaf l)
