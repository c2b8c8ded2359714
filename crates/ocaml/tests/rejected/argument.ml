let g (x : int) = x
let h = g true
(* expect: 2:10 type-mismatch *)
