(* Only the order of keys matters: the keys of a tree are odd numbers in order, and others are tried in all gaps. *)
let color = basic [ Red; Black ]

let rec uncounted size found =
  if size = 1 then found Leaf
  else if size > 4 then
    more
      (more (map (fun (color, (left, right)) -> Node (color, left, 0, right)) (pair color (pair uncounted uncounted))))
      size found

let tree size found =
  uncounted size (fun tree ->
      if no_red_below_red tree && black_height tree <> None && not (is_red tree) then found tree)

let rec numbered next tree =
  match tree with
  | Leaf -> (Leaf, next)
  | Node (color, left, _, right) ->
      let left, key = numbered next left in
      let right, next = numbered (key + 2) right in
      (Node (color, left, key, right), next)

let up_to last = List.init (last + 1) Fun.id

let smallest_of property limit =
  let with_key prop =
    smallest limit (more tree) (fun tree ->
        let tree, last = numbered 1 tree in
        List.for_all (fun key -> prop key tree) (up_to last))
  in
  let with_two prop =
    smallest limit (more (more tree)) (fun tree ->
        let tree, last = numbered 1 tree in
        List.for_all (fun key -> List.for_all (fun other -> prop key other tree) (up_to last)) (up_to last))
  in
  let joined holds (left, right) =
    let left, key = numbered 1 left in
    let right, last = numbered (key + 2) right in
    holds left key right (up_to last)
  in
  match property with
  | "prop_insert_valid" -> with_key prop_insert_valid
  | "prop_insert_contains" -> with_two prop_insert_contains
  | "prop_delete_valid" -> with_key prop_delete_valid
  | "prop_delete_contains" -> with_two prop_delete_contains
  | "prop_join_valid" ->
      smallest limit (more (pair tree tree)) (joined (fun left key right _ -> prop_join_valid left key right))
  | "prop_join_contains" ->
      smallest limit
        (more (more (pair tree tree)))
        (joined (fun left key right others -> List.for_all (prop_join_contains left key right) others))
  | _ -> "no such property"
