let l = 1 :: ["a"]
(* expect: 1:14 type-mismatch *)
