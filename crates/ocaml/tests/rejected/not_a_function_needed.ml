let f : int = fun x -> x
(* expect: 1:14 too-many-arguments *)
