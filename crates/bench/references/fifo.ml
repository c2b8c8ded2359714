(* A queue of two lists. *)
module Fifo : sig
  type 'a t

  val empty : 'a t
  val enqueue : 'a -> 'a t -> 'a t
  val dequeue : 'a t -> ('a * 'a t) option
  val length : 'a t -> int
  val to_list : 'a t -> 'a list
end = struct
  type 'a t = { front : 'a list; back : 'a list }

  let empty = { front = []; back = [] }
  let enqueue x q = { q with back = x :: q.back }

  let rec dequeue q =
    match (q.front, q.back) with
    | [], [] -> None
    | [], back -> dequeue { front = List.rev back; back = [] }
    | x :: front, _ -> Some (x, { q with front })

  let length q = List.length q.front + List.length q.back
  let to_list q = q.front @ List.rev q.back
end
