(* Signatures: abstract types, hidden values, private representation. *)
module type COUNTER = sig
  type t
  val zero : t
  val next : t -> t
  val read : t -> int
end
module Plain : COUNTER = struct
  type t = int
  let step = 1
  let zero = 0
  let next n = n + step
  let read n = n
end
module Doubled : COUNTER = struct
  type t = { value : int }
  let zero = { value = 0 }
  let next c = { value = c.value + 2 }
  let read c = c.value
end
module Stack : sig
  type 'a t
  exception Empty
  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
  val pop : 'a t -> 'a * 'a t
  val size : 'a t -> int
end = struct
  type 'a t = 'a list
  exception Empty
  let empty = []
  let push x s = x :: s
  let pop = function [] -> raise Empty | x :: s -> (x, s)
  let size = List.length
  let helper = 1
  let _ = helper
end
module type SIZED = sig include COUNTER val size : int end
module Sized : SIZED with type t = int = struct include Plain type t = int let zero = 5 let next = succ let read n = n let size = 8 end
let () =
  Printf.printf "%d %d\n" Plain.(read (next (next zero))) Doubled.(read (next (next zero)));
  let s = Stack.(push 1 (push 2 empty)) in
  let x, rest = Stack.pop s in
  Printf.printf "%d %d\n" x (Stack.size rest);
  (try ignore (Stack.pop Stack.empty) with Stack.Empty -> print_endline "empty");
  Printf.printf "%d %d\n" (Sized.read (Sized.next 10)) (Sized.zero + Sized.size)
