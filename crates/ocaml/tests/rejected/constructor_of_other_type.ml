type a = A
type b = B
let f = function A -> 1 | B -> 2
(* expect: 3:26 wrong-constructor *)
