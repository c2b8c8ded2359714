let f x = x = 1 && x = "a"
(* expect: 1:23 type-mismatch *)
