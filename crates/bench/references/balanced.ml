(* Whether the heights of the two sides differ by at most one everywhere. *)
type tree = Leaf | Node of tree * int * tree

exception Unbalanced

let balanced tree =
  let rec height = function
    | Leaf -> 0
    | Node (left, _, right) ->
        let l = height left and r = height right in
        if abs (l - r) > 1 then raise Unbalanced;
        1 + max l r
  in
  try height tree >= 0 with Unbalanced -> false
