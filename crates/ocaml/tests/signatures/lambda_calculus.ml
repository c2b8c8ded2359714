type term = V of string | L of string * term | A of term * term
module Vars = struct
  type t = string list
  let empty : t = []
  let add x (s : t) : t = if List.mem x s then s else x :: s
  let remove x = List.filter (fun y -> y <> x)
  let union = List.fold_right add
end
let rec free = function V x -> Vars.add x Vars.empty | L (x, t) -> Vars.remove x (free t) | A (f, a) -> Vars.union (free f) (free a)
let fresh = let n = ref 0 in fun x -> incr n; x ^ string_of_int !n
let rec subst x s = function
  | V y -> if x = y then s else V y
  | L (y, t) when x = y -> L (y, t)
  | L (y, t) -> if List.mem y (free s) then let z = fresh y in L (z, subst x s (subst y (V z) t)) else L (y, subst x s t)
  | A (f, a) -> A (subst x s f, subst x s a)
let rec step = function A (L (x, t), a) -> Some (subst x a t) | A (f, a) -> (match step f with Some f -> Some (A (f, a)) | None -> Option.map (fun a -> A (f, a)) (step a)) | L (x, t) -> Option.map (fun t -> L (x, t)) (step t) | V _ -> None
