(* Last in, first out. *)

(* The length is stored because `=` on stacks compares the whole record, as in OCaml. *)
type 'a t = { mutable items : 'a list; mutable count : int }

exception Empty

let create () = { items = []; count = 0 }

let clear s =
  s.items <- [];
  s.count <- 0

let copy s = { items = s.items; count = s.count }

let push x s =
  s.items <- x :: s.items;
  s.count <- s.count + 1

let pop_opt s =
  match s.items with
  | [] -> None
  | x :: rest ->
      s.items <- rest;
      s.count <- s.count - 1;
      Some x

let pop s = match pop_opt s with Some x -> x | None -> raise Empty
let drop s = ignore (pop s)
let top_opt s = match s.items with [] -> None | x :: _ -> Some x
let top s = match s.items with [] -> raise Empty | x :: _ -> x
let is_empty s = match s.items with [] -> true | _ :: _ -> false
let length s = s.count
let iter f s = List.iter f s.items
let fold f acc s = List.fold_left f acc s.items
let to_seq s = List.to_seq s.items

let rec add_seq s seq =
  match seq () with
  | Lydian_seq.Nil -> ()
  | Lydian_seq.Cons (x, rest) ->
      push x s;
      add_seq s rest

let of_seq seq =
  let s = create () in
  add_seq s seq;
  s
