let f l = List.fold_left (fun acc x -> acc ^ x) 0 l
(* expect: 1:48 type-mismatch *)
