type t = A of int
let f = function A -> 1
(* expect: 2:17 constructor-arity *)
