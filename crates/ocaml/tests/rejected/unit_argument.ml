let f () = 1
let x = f 2
(* expect: 2:10 type-mismatch *)
