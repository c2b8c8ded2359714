(* Only the order of keys matters, so the keys of a tree are odd numbers in order, and others are tried in all gaps. Trees are made valid:
   with a number of nodes and of black nodes on each way down, and below a red node no red one. *)
let rec trees nodes height red next =
  if nodes = 0 then if height = 0 then [ (Leaf, next) ] else []
  else
    let with_color color height red =
      List.concat_map
        (fun left_nodes ->
          List.concat_map
            (fun (left, key) ->
              List.map
                (fun (right, next) -> (Node (color, left, key, right), next))
                (trees (nodes - 1 - left_nodes) height red (key + 2)))
            (trees left_nodes height red next))
        (List.init nodes Fun.id)
    in
    (if height > 0 then with_color Black (height - 1) true else []) @ if red then with_color Red height false else []

let tree size found =
  if size mod 4 = 1 then
    List.iter (fun height -> List.iter found (trees (size / 4) height false 1)) [ 0; 1; 2; 3; 4 ]

let smallest_of property limit =
  let with_key prop =
    smallest limit (more tree) (fun (tree, last) -> List.for_all (fun key -> prop key tree) (List.init (last + 1) Fun.id))
  in
  match property with
  | "prop_delete" -> with_key prop_delete
  | _ -> "no such property"
