(* The largest element of a list. An empty list has none. *)
let rec max l =
  match l with
  | [] -> raise (Failure "max: empty list")
  | [x] -> x
  | x :: rest ->
    let m = max rest in
    if x > m then x else m
