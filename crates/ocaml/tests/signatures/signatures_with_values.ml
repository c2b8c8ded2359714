module type STACK = sig
  type elt
  type t = private elt list
  val empty : t
  val push : elt -> t -> t
  val ( ++ ) : t -> t -> t
  module Ops : sig val size : t -> int end
  type view = Nil | Cons of elt * t
  val view : t -> view
end
module Make (E : sig type t end) : STACK with type elt = E.t = struct
  type elt = E.t
  type t = elt list
  let empty = []
  let push x s = x :: s
  let ( ++ ) = ( @ )
  module Ops = struct let size = List.length end
  type view = Nil | Cons of elt * t
  let view = function [] -> Nil | x :: s -> Cons (x, s)
end
module S = Make (struct type t = int end)
let n = S.Ops.size S.(push 1 empty ++ push 2 empty)
let top s = match S.view s with S.Nil -> None | S.Cons (x, _) -> Some (x + 1)
let len (s : S.t) = List.length (s :> int list)
