let f (x : integer) = x
(* expect: 1:11 unbound-type *)
