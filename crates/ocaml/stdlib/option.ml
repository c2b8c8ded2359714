(* Optional values. *)

let none = None
let some x = Some x
let value o ~default = match o with Some x -> x | None -> default
let get o = match o with Some x -> x | None -> invalid_arg "option is None"
let bind o f = match o with None -> None | Some x -> f x
let join o = match o with Some inner -> inner | None -> None
let map f o = match o with None -> None | Some x -> Some (f x)
let fold ~none ~some o = match o with Some x -> some x | None -> none
let iter f o = match o with Some x -> f x | None -> ()
let is_none o = match o with None -> true | Some _ -> false
let is_some o = match o with None -> false | Some _ -> true

let equal (eq : 'a -> 'a -> bool) o1 o2 =
  match (o1, o2) with
  | Some x, Some y -> eq x y
  | None, None -> true
  | Some _, None | None, Some _ -> false

let compare (cmp : 'a -> 'a -> int) o1 o2 =
  match (o1, o2) with
  | Some x, Some y -> cmp x y
  | None, None -> 0
  | None, Some _ -> -1
  | Some _, None -> 1

let to_result ~none o = match o with None -> Error none | Some x -> Ok x
let to_list o = match o with None -> [] | Some x -> [ x ]

let to_seq o () =
  match o with None -> Lydian_seq.Nil | Some x -> Lydian_seq.Cons (x, fun () -> Lydian_seq.Nil)

(* Last, so that the functions above speak of `option`. *)
type 'a t = 'a option = None | Some of 'a
