let f a b = a +. b + 1
(* expect: 1:12 type-mismatch *)
