let f a b = a + b
let g : int = f 1
(* expect: 2:14 type-mismatch *)
