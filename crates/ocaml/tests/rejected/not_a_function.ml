let x = 3
let y = x 4
(* expect: 2:8 not-a-function *)
