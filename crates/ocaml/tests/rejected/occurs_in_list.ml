let rec f x = f [x]
let g x = x :: x
(* expect: 1:17 recursive-type *)
