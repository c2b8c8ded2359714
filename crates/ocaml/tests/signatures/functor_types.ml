module type S = sig type t val x : t end
module type F = functor (X : S) -> sig type u = X.t val y : u end
module Id : F = functor (X : S) -> struct type u = X.t let y = X.x end
module R = Id (struct type t = int let x = 1 end)
let z = R.y + 1
module Apply (G : F) (X : S) = struct module Y = G (X) let both = (X.x, Y.y) end
module Gen () = struct type t = T let v = T end
module G1 = Gen ()
let v = G1.v
