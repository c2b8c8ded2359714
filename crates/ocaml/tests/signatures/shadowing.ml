let x = 1
let x = "s"
let f y = let y = y + 1 in let y = string_of_int y in y
let max a b = if a > b then a else b
let ( + ) a b = a ^ b
let c = "a" + "b"
type t = A | B
let a = A
module M = struct type t = A of int let v = A 3 end
let b : M.t = A 3
let d = (A : t)
