(* Correct: keeps the largest element so far. *)
let max l =
  let rec largest so_far l =
    match l with
    | [] -> so_far
    | x :: rest -> largest (if x < so_far then so_far else x) rest
  in
  match l with
  | [] -> failwith "no elements"
  | x :: rest -> largest x rest
