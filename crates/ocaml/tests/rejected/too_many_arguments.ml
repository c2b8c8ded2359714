let f x = x + 1
let y = f 1 2
(* expect: 2:8 not-a-function *)
