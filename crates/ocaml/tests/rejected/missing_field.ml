type p = { x : int; y : int }
let p = { x = 1 }
(* expect: 2:8 record-fields *)
