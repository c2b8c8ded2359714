let f x = x + "a"
(* expect: 1:14 type-mismatch *)
