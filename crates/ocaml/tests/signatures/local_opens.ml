module Vec = struct type t = { x : int; y : int } let ( + ) a b = { x = a.x + b.x; y = a.y + b.y } let zero = { x = 0; y = 0 } module Deep = struct let one = { x = 1; y = 1 } end end
let a = Vec.(zero + Deep.one)
let b = Vec.{ x = 1; y = 2 }
let c = let open Vec in let open Deep in one + zero
let d = Vec.[zero; Deep.one]
let e Vec.{ x; y } = x - y
let f = function Vec.{ x = 0; _ } -> true | _ -> false
let g (v : Vec.t) = v.x
open Vec.Deep
let h = one
