type p = { x : int }
let f p = p.y
(* expect: 2:12 unbound-field *)
