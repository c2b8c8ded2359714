let int = basic [ 0; 1; 10; -1; min_int ]
let text = basic [ "a"; "b"; ""; "\""; "\\"; "\n"; "\t"; "ab" ]

let rec json size found =
  if size = 1 then found Null
  else if size > 1 then begin
    more (map (fun bool -> Bool bool) (basic [ false; true ])) size found;
    more (map (fun number -> Number number) int) size found;
    more (map (fun text -> String text) text) size found;
    more (map (fun values -> List values) (list json)) size found;
    more (map (fun fields -> Object fields) (list (more (pair text json)))) size found
  end

let fields = list (more (pair text json))

let smallest_of property limit =
  let with_two prop = smallest limit (pair text (pair text fields)) (fun (key, (other, fields)) -> prop key other fields) in
  match property with
  | "prop_round_trip" -> smallest limit json prop_round_trip
  | "prop_set_proper" -> smallest limit (pair text fields) (fun (key, fields) -> prop_set_proper key fields)
  | "prop_set_found" -> with_two prop_set_found
  | "prop_unset" -> with_two prop_unset
  | "prop_merge_proper" -> smallest limit (pair fields fields) (fun (first, second) -> prop_merge_proper first second)
  | "prop_merge_found" ->
      smallest limit
        (pair text (pair fields fields))
        (fun (key, (first, second)) -> prop_merge_found key first second)
  | _ -> "no such property"
