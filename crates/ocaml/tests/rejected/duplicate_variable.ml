let f (x, x) = x
(* expect: 1:10 duplicate-variable *)
