let f (x : (int, int) list) = x
(* expect: 1:11 type-arity *)
