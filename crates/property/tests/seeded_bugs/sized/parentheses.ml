let int = basic [ 0; 1; 2; 3; -1 ]
let kind = basic [ Round; Square ]

let symbol size found =
  more (map (fun kind -> Open kind) kind) size found;
  more (map (fun kind -> Close kind) kind) size found

let symbols = list symbol

let smallest_of property limit =
  let with_position prop =
    smallest limit (pair kind (pair int symbols)) (fun (kind, (position, symbols)) -> prop kind position symbols)
  in
  let alone prop = smallest limit symbols prop in
  match property with
  | "prop_insert_balanced" -> with_position prop_insert_balanced
  | "prop_insert_length" -> with_position prop_insert_length
  | "prop_matching" -> alone prop_matching
  | "prop_mirror" -> alone prop_mirror
  | "prop_swapped" -> alone prop_swapped
  | "prop_flatten" -> alone prop_flatten
  | "prop_depth" -> alone prop_depth
  | "prop_reduce" -> alone prop_reduce
  | _ -> "no such property"
