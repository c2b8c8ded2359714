let f x = 1 + string_of_int x
(* expect: 1:14 type-mismatch *)
