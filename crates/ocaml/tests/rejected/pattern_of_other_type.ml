let f x = match x with 0 -> 1 | "a" -> 2
(* expect: 1:32 type-mismatch *)
