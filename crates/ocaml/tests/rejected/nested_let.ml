let f x = let y = x ^ "a" in let z = y + 1 in z
(* expect: 1:37 type-mismatch *)
