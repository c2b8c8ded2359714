type a = { name : string; id : int }
type b = { name : string; tag : char }
type c = X | Y
type d = Y | Z
let f r = r.name
let g r = r.id
let h (r : a) = r.name
let k = { name = "a"; id = 1 }
let m = function X -> 1 | Y -> 2
let n = function Y -> 1 | Z -> 2
let o (x : c) = x = Y
let p : c list = [Y; X]
let q { name; id } = name ^ string_of_int id
let r = [ ({ name = "b"; tag = 't' }) ]
