let int = basic [ 0; 1; 2; 3; 4; 5 ]

let rec tree size found =
  if size = 1 then found Leaf
  else if size > 1 then
    more (map (fun (left, (key, right)) -> Node (left, key, right)) (pair tree (pair int tree))) size found

let smallest_of property limit =
  let with_key prop = smallest limit (pair int tree) (fun (key, tree) -> prop key tree) in
  let with_two prop = smallest limit (pair int (pair int tree)) (fun (key, (other, tree)) -> prop key other tree) in
  match property with
  | "prop_member" -> with_key prop_member
  | "prop_insert_ordered" -> with_key prop_insert_ordered
  | "prop_insert_contains" -> with_two prop_insert_contains
  | "prop_delete_ordered" -> with_key prop_delete_ordered
  | "prop_delete_contains" -> with_two prop_delete_contains
  | "prop_split" -> with_two prop_split
  | "prop_union_ordered" -> smallest limit (pair tree tree) (fun (first, second) -> prop_union_ordered first second)
  | "prop_union_contains" ->
      smallest limit (pair int (pair tree tree)) (fun (key, (first, second)) -> prop_union_contains key first second)
  | "prop_to_list" -> smallest limit tree prop_to_list
  | _ -> "no such property"
