(* Search trees: everything on the left is smaller, everything on the right is larger. *)
type tree = Leaf | Node of tree * int * tree

let rec insert x t =
  match t with
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (left, y, right) ->
    if x < y then Node (insert x left, y, right)
    else if x > y then Node (left, y, insert x right)
    else t

let rec elements t =
  match t with
  | Leaf -> []
  | Node (left, x, right) -> elements left @ (x :: elements right)

(* The elements of a list in order, each once. *)
let sort_unique l = elements (List.fold_left (fun t x -> insert x t) Leaf l)
