(* All labels of a tree with their depths, from left to right. *)
type 'a tree = Tree of 'a * 'a tree list

let tree_depths tree =
  let rec visit depth (Tree (label, children)) =
    (label, depth) :: List.concat_map (visit (depth + 1)) children
  in
  visit 0 tree
