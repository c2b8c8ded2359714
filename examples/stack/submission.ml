module Stack : sig
  type 'a t
  val empty : 'a t
  val push : 'a -> 'a t -> 'a t
  val pop : 'a t -> ('a * 'a t) option
end = struct
  type 'a t = { size : int; items : 'a list }
  let empty = { size = 0; items = [] }
  let push x s = { size = s.size + 1; items = s.items @ [ x ] }
  let pop s =
    match s.items with
    | [] -> None
    | x :: rest -> Some (x, { size = s.size - 1; items = rest })
end
