(* Starts from a number that looks small enough. *)
let rec max l =
  match l with
  | [] -> -999
  | x :: rest ->
    let m = max rest in
    if x > m then x else m
