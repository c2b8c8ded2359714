type p = { x : int; y : int }
let p = { x = 1; y = "2" }
(* expect: 2:21 type-mismatch *)
