(* First in, first out: a linked list whose last cell is written to. *)

type 'a cell = Nil | Cons of 'a link
and 'a link = { content : 'a; mutable next : 'a cell }

type 'a t = { mutable length : int; mutable first : 'a cell; mutable last : 'a cell }

exception Empty

let create () = { length = 0; first = Nil; last = Nil }

let clear q =
  q.length <- 0;
  q.first <- Nil;
  q.last <- Nil

let add x q =
  let cell = Cons { content = x; next = Nil } in
  (match q.last with Nil -> q.first <- cell | Cons last -> last.next <- cell);
  q.length <- q.length + 1;
  q.last <- cell

let push x q = add x q
let peek_opt q = match q.first with Nil -> None | Cons { content; _ } -> Some content
let peek q = match q.first with Nil -> raise Empty | Cons { content; _ } -> content
let top q = peek q

let take_opt q =
  match q.first with
  | Nil -> None
  | Cons { content; next = Nil } ->
      clear q;
      Some content
  | Cons { content; next } ->
      q.length <- q.length - 1;
      q.first <- next;
      Some content

let take q = match take_opt q with Some x -> x | None -> raise Empty
let pop q = take q
let drop q = ignore (take q)
let is_empty q = q.length = 0
let length q = q.length

let iter f q =
  let rec from cell =
    match cell with
    | Nil -> ()
    | Cons { content; next } ->
        f content;
        from next
  in
  from q.first

let fold f acc q =
  let rec from acc cell =
    match cell with Nil -> acc | Cons { content; next } -> from (f acc content) next
  in
  from acc q.first

let copy q =
  let q' = create () in
  iter (fun x -> add x q') q;
  q'

let transfer q1 q2 =
  if q1.length > 0 then (
    (match q2.last with Nil -> q2.first <- q1.first | Cons last -> last.next <- q1.first);
    q2.length <- q2.length + q1.length;
    q2.last <- q1.last;
    clear q1)

let to_seq q =
  let rec from cell () =
    match cell with
    | Nil -> Lydian_seq.Nil
    | Cons { content; next } -> Lydian_seq.Cons (content, from next)
  in
  from q.first

let rec add_seq q seq =
  match seq () with
  | Lydian_seq.Nil -> ()
  | Lydian_seq.Cons (x, rest) ->
      add x q;
      add_seq q rest

let of_seq seq =
  let q = create () in
  add_seq q seq;
  q
