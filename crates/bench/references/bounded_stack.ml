(* A stack that knows its size and never holds more than it may. *)
module Bounded : sig
  type t

  val create : int -> t
  val push : int -> t -> t option
  val pop : t -> (int * t) option
  val size : t -> int
  val is_full : t -> bool
end = struct
  type t = { most : int; items : int list }

  let create most = { most = (if most < 1 then 1 else most); items = [] }
  let size s = List.length s.items
  let is_full s = size s >= s.most
  let push x s = if is_full s then None else Some { s with items = x :: s.items }
  let pop s = match s.items with [] -> None | x :: items -> Some (x, { s with items })
end
