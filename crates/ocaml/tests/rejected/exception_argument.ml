exception E of int
let f () = raise (E "a")
(* expect: 2:20 type-mismatch *)
