let f : int -> int = fun x y -> x + y
(* expect: 1:21 too-many-arguments *)
