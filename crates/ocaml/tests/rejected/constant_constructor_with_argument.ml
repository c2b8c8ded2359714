type t = A
let x = A 3
(* expect: 2:8 constructor-arity *)
