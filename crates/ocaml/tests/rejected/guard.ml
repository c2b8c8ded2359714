let f = function x when x + 1 -> 0 | _ -> 1
(* expect: 1:24 type-mismatch *)
