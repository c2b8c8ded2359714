let f x = if x then 3
(* expect: 1:20 type-mismatch *)
