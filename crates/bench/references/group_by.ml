(* Elements in groups by a key, keys and elements in the order in which they come first. *)
let group_by key list =
  let insert groups x =
    let k = key x in
    let rec into = function
      | [] -> [ (k, [ x ]) ]
      | (k', members) :: rest when k' = k -> (k', members @ [ x ]) :: rest
      | group :: rest -> group :: into rest
    in
    into groups
  in
  List.fold_left insert [] list
