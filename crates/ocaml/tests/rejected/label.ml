let f ~x y = x + y
let a = f ~z:1 2
(* expect: 2:13 wrong-label *)
