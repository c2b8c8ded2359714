module M = struct type 'a t = A of 'a | B of { x : int } type r = { a : int; mutable b : string } end
type 'b u = 'b M.t = A of 'b | B of { x : int }
type r = M.r = { a : int; mutable b : string }
let f (x : int u) (y : int M.t) = x = y
let g = function A x -> x | B { x } -> x
let h r = r.b <- "x"; r.a
let k (r : M.r) = h r
let map f = function Ok x -> Ok (f x) | Error _ as e -> e
let bind o f = match o with None as n -> n | Some x -> f x
let either f g = function `A x as v -> ignore v; f x | `B _ as w -> ignore (w : [> `B of _ ]); g w
let v : string u = A "x"
let pairs = function ((Error _ as e), x) -> (e, x) | (Ok n, x) -> (Ok (n + 1), x)
