let int = basic [ 0; 1; 2; 3; -1 ]
let ints = list int

let smallest_of property limit =
  let with_int prop = smallest limit (pair int ints) (fun (x, list) -> prop x list) in
  let with_two prop = smallest limit (pair int (pair int ints)) (fun (x, (y, list)) -> prop x y list) in
  let with_lists prop = smallest limit (pair int (pair ints ints)) (fun (x, (left, right)) -> prop x left right) in
  match property with
  | "prop_insert_sorted" -> with_int prop_insert_sorted
  | "prop_insert_count" -> with_two prop_insert_count
  | "prop_remove_count" -> with_two prop_remove_count
  | "prop_member" -> with_int prop_member
  | "prop_merge_sorted" -> smallest limit (pair ints ints) (fun (left, right) -> prop_merge_sorted left right)
  | "prop_merge_count" -> with_lists prop_merge_count
  | "prop_split" -> with_int prop_split
  | "prop_unique" -> with_int prop_unique
  | "prop_common" -> with_lists prop_common
  | _ -> "no such property"
