let f : 'a. 'a -> 'a = fun x -> x + 1
(* expect: 1:23 not-general *)
