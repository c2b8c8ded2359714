type t = A of { x : int; mutable y : int } | B of { z : string } | C
let get = function A { x; y } -> x + y | B r -> String.length r.z | C -> 0
let bump = function A r -> r.y <- r.y + 1 | _ -> ()
let make x = A { x; y = 0 }
let copy = function A r -> A { r with x = 1 } | t -> t
