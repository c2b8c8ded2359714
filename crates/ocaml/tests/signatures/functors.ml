module type ORD = sig type t val compare : t -> t -> int end
module Max (O : ORD) = struct
  type elt = O.t
  let max a b = if O.compare a b > 0 then a else b
  let maximum = function [] -> None | x :: l -> Some (List.fold_left max x l)
end
module IntOrd = struct type t = int let compare (a : int) b = compare a b end
module IntMax = Max (IntOrd)
let m = IntMax.maximum [1; 3; 2]
module SM = Max (String)
let s = SM.max "a" "b"
module Pair (A : ORD) (B : ORD) = struct
  type t = A.t * B.t
  let compare (a, b) (c, d) = match A.compare a c with 0 -> B.compare b d | n -> n
end
module P = Pair (IntOrd) (String)
let c = P.compare (1, "a") (2, "b")
