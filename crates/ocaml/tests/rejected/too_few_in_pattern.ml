type t = N of t * int * t | L
let rec f = function L -> 0 | N (l, r) -> f l + f r
(* expect: 2:30 constructor-arity *)
