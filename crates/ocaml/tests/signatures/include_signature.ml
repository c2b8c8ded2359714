module type A = sig type t val a : t end
module type B = sig include A val b : t -> int end
module X : B = struct type t = string let a = "x" let b = String.length end
let n = X.b X.a
module type C = sig module Sub : A val c : Sub.t end
module Y : C with type Sub.t = int = struct module Sub = struct type t = int let a = 1 end let c = 2 end
let k = Y.c + Y.Sub.a
module F (X : A) : sig val twice : X.t * X.t end = struct let twice = (X.a, X.a) end
module Z = F (struct type t = bool let a = true end)
let z = fst Z.twice && true
