let f x = try x + 1 with Not_found -> "a"
(* expect: 1:38 type-mismatch *)
