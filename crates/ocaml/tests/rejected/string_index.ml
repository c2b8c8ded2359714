let f (s : string) = s.(0)
(* expect: 1:21 type-mismatch *)
