let f () = raise 3
(* expect: 1:17 type-mismatch *)
