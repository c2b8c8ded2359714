module type QUEUE = sig
  type 'a t
  exception Empty
  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
  val pop : 'a t -> 'a * 'a t
  val to_list : 'a t -> 'a list
end
module Batched : QUEUE = struct
  type 'a t = { front : 'a list; back : 'a list }
  exception Empty
  let empty = { front = []; back = [] }
  let push x q = { q with back = x :: q.back }
  let rec pop = function
    | { front = x :: front; back } -> (x, { front; back })
    | { front = []; back = [] } -> raise Empty
    | { front = []; back } -> pop { front = List.rev back; back = [] }
  let to_list { front; back } = front @ List.rev back
end
let q = Batched.(push 2 (push 1 empty))
let x, _ = Batched.pop q
let l = Batched.to_list q
let drain q = let rec go acc q = match Batched.pop q with (x, q) -> go (x :: acc) q | exception Batched.Empty -> List.rev acc in go [] q
