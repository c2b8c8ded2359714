let f x = if x + 1 then 2 else 3
(* expect: 1:13 type-mismatch *)
