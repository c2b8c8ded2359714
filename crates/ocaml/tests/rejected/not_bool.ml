let f a b = a && b + 1
(* expect: 1:17 type-mismatch *)
