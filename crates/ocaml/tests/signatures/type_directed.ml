type color = Red | Green | Blue
type light = Red | Amber | Green
let next : light -> light = function Red -> Green | Green -> Amber | Amber -> Red
let mix : color * color -> color = function Red, Green -> Blue | c, _ -> c
let is_red (c : color) = match c with Red -> true | Green | Blue -> false
let l = [Amber; Red]
type a = { id : int; label : string }
type b = { id : string }
let ida (a : a) = a.id
let idb b = b.id
let mka = { id = 1; label = "x" }
let upd (a : a) = { a with id = 2 }
let lst : a list = [{ id = 1; label = "" }]
module M = struct type r = { mutable f : int } type v = K of r | N end
let k = M.K { M.f = 3 }
let g = function M.K { M.f } -> f | M.N -> 0
let h (x : M.v) = match x with K { f } -> f | N -> 0
let set (r : M.r) = r.f <- r.f + 1
