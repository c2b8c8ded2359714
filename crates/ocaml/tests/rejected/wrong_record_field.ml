type a = { x : int }
type b = { y : int }
let f (r : a) = r.y
(* expect: 3:18 wrong-constructor *)
