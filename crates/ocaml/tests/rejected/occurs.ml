let f x = x x
(* expect: 1:12 recursive-type *)
