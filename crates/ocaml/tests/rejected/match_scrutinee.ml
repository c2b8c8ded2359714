let f x = match x + 1 with "a" -> 0 | _ -> 1
(* expect: 1:27 type-mismatch *)
