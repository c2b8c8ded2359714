type point = { x : int; y : int }
type 'a cell = { mutable value : 'a; name : string }
type other = { x : float; z : float }
let origin : point = { x = 0; y = 0 }
let move (p : point) dx = { p with x = p.x + dx }
let norm { y; _ } = y
let get c = c.value
let set c v = c.value <- v
let fresh name = { value = None; name }
let third o = o.z
let mk x = { x; z = x }
let first_x (p : point) = p.x
let last_x p = p.x
type poly = { id : 'a. 'a -> 'a }
let use { id } = (id 1, id "a")
let ident = { id = fun x -> x }
