type t = A of 'a
(* expect: 1:14 unbound-type-variable *)
