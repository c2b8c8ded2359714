let f x = match x with Some y -> y + 1 | None -> 0
let g = f 3
(* expect: 2:10 type-mismatch *)
