type p = { x : int }
let f p = p.x <- 2
(* expect: 2:10 immutable-field *)
