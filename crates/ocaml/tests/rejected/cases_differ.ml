let f = function
  | 0 -> "zero"
  | n -> n
(* expect: 3:9 type-mismatch *)
