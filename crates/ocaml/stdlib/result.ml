(* A value, or the reason why there is none. *)

let ok x = Ok x
let error e = Error e
let value r ~default = match r with Ok x -> x | Error _ -> default
let get_ok r = match r with Ok x -> x | Error _ -> invalid_arg "result is Error _"
let get_error r = match r with Error e -> e | Ok _ -> invalid_arg "result is Ok _"
let bind r f = match r with Ok x -> f x | Error e -> Error e
let join r = match r with Ok inner -> inner | Error e -> Error e
let map f r = match r with Ok x -> Ok (f x) | Error e -> Error e
let map_error f r = match r with Ok x -> Ok x | Error e -> Error (f e)
let fold ~ok ~error r = match r with Ok x -> ok x | Error e -> error e
let iter f r = match r with Ok x -> f x | Error _ -> ()
let iter_error f r = match r with Ok _ -> () | Error e -> f e
let is_ok r = match r with Ok _ -> true | Error _ -> false
let is_error r = match r with Ok _ -> false | Error _ -> true

let equal ~(ok : 'a -> 'a -> bool) ~(error : 'e -> 'e -> bool) r1 r2 =
  match (r1, r2) with
  | Ok x, Ok y -> ok x y
  | Error e, Error e' -> error e e'
  | Ok _, Error _ | Error _, Ok _ -> false

let compare ~(ok : 'a -> 'a -> int) ~(error : 'e -> 'e -> int) r1 r2 =
  match (r1, r2) with
  | Ok x, Ok y -> ok x y
  | Error e, Error e' -> error e e'
  | Ok _, Error _ -> -1
  | Error _, Ok _ -> 1

let to_option r = match r with Ok x -> Some x | Error _ -> None
let to_list r = match r with Ok x -> [ x ] | Error _ -> []

let to_seq r () =
  match r with
  | Ok x -> Lydian_seq.Cons (x, fun () -> Lydian_seq.Nil)
  | Error _ -> Lydian_seq.Nil

(* Last, so that the functions above speak of `result`. *)
type ('a, 'e) t = ('a, 'e) result = Ok of 'a | Error of 'e
