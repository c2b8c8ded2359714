(* Sorts a list by merging sorted halves. *)
let rec split = function
  | [] -> ([], [])
  | [ x ] -> ([ x ], [])
  | x :: y :: rest ->
      let left, right = split rest in
      (x :: left, y :: right)

let rec merge left right =
  match (left, right) with
  | [], other | other, [] -> other
  | x :: xs, y :: ys -> if x <= y then x :: merge xs right else y :: merge left ys

let rec merge_sort (list : int list) =
  match list with
  | [] | [ _ ] -> list
  | _ ->
      let left, right = split list in
      merge (merge_sort left) (merge_sort right)
