type t = A
let x = A
type t = B
(* expect: 3:0 duplicate-definition *)
