(* A value of one of two types. *)

include Lydian_either

let left x = Left x
let right y = Right y
let is_left e = match e with Left _ -> true | Right _ -> false
let is_right e = match e with Left _ -> false | Right _ -> true
let find_left e = match e with Left x -> Some x | Right _ -> None
let find_right e = match e with Left _ -> None | Right y -> Some y
let map_left f e = match e with Left x -> Left (f x) | Right y -> Right y
let map_right f e = match e with Left x -> Left x | Right y -> Right (f y)
let map ~left ~right e = match e with Left x -> Left (left x) | Right y -> Right (right y)
let fold ~left ~right e = match e with Left x -> left x | Right y -> right y
let iter ~(left : 'a -> unit) ~(right : 'b -> unit) e = match e with Left x -> left x | Right y -> right y
let for_all ~(left : 'a -> bool) ~(right : 'b -> bool) e = match e with Left x -> left x | Right y -> right y

let equal ~(left : 'a -> 'a -> bool) ~(right : 'b -> 'b -> bool) e1 e2 =
  match (e1, e2) with
  | Left x, Left x' -> left x x'
  | Right y, Right y' -> right y y'
  | Left _, Right _ | Right _, Left _ -> false

let compare ~(left : 'a -> 'a -> int) ~(right : 'b -> 'b -> int) e1 e2 =
  match (e1, e2) with
  | Left x, Left x' -> left x x'
  | Right y, Right y' -> right y y'
  | Left _, Right _ -> -1
  | Right _, Left _ -> 1
