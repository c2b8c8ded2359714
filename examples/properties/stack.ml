(* An abstract type: only its operations make stacks, and Lydian uses all of them. *)
module Stack : sig
  type 'a t

  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
  val pop : 'a t -> ('a * 'a t) option
  val size : 'a t -> int
end = struct
  type 'a t = { items : 'a list; count : int }

  let empty = { items = []; count = 0 }
  let push x stack = { items = x :: stack.items; count = stack.count + 1 }
  let pop stack = match stack.items with [] -> None | x :: items -> Some (x, { stack with items })
  let size stack = stack.count
end

let rec popped stack = match Stack.pop stack with None -> 0 | Some (_, rest) -> 1 + popped rest
let prop_size (stack : int Stack.t) = Stack.size stack = popped stack

(* A generator: ages are between 18 and 65, and there are no others. *)
type age = Age of int

let gen_age = List.init 48 (fun n -> Age (18 + n))
let holidays (Age n) = if n < 45 then 25 else 30
let prop_holidays age = holidays age >= 25
