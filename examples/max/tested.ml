(* Correct, but for the test at the end. *)
let rec max l =
  match l with
  | [] -> failwith "max: empty list"
  | [x] -> x
  | x :: rest -> let m = max rest in if x > m then x else m

let () = assert (max [1; 3; 2] = 2)
