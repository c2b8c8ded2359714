type t = t list
(* expect: 1:0 cyclic-type *)
