type t = Pair of int * int
let x = Pair 1
(* expect: 2:8 constructor-arity *)
