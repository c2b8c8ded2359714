let f x = x + 1.5
(* expect: 1:14 type-mismatch *)
