module Counter : sig
  type t
  val create : unit -> t
  val incr : t -> t
  val get : t -> int
  exception Overflow of t
end = struct
  type t = { n : int; hidden : bool }
  exception Overflow of t
  let create () = { n = 0; hidden = false }
  let incr t = if t.n > 100 then raise (Overflow t) else { t with n = t.n + 1 }
  let get t = t.n
end
let two = Counter.(get (incr (incr (create ()))))
let c = Counter.create ()
let caught f = try f () with Counter.Overflow t -> t
module Pub : sig type t = private int val make : int -> t type u = A | B of int end = struct type t = int let make x = x type u = A | B of int end
let n = (Pub.make 3 :> int)
let b = Pub.B 2
