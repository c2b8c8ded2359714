let f (x : string) = x * 2
(* expect: 1:21 type-mismatch *)
