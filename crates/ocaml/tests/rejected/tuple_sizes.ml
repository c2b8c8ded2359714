let f = function (a, b) -> 1 | (a, b, c) -> 2
(* expect: 1:31 type-mismatch *)
