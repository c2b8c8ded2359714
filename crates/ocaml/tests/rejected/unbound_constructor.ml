type t = Leaf
let x = Laef
(* expect: 2:8 unbound-constructor *)
