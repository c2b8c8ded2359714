(* A student's leftist heap behind a signature, and a sort made with it. *)
module type HEAP = sig
  type elem
  type t
  exception Empty
  val empty : t
  val insert : elem -> t -> t
  val find_min : t -> elem
  val delete_min : t -> t
end
module Leftist (E : sig type t val leq : t -> t -> bool end) : HEAP with type elem = E.t = struct
  type elem = E.t
  type t = Leaf | Node of int * elem * t * t
  exception Empty
  let empty = Leaf
  let rank = function Leaf -> 0 | Node (r, _, _, _) -> r
  let make x a b = if rank a >= rank b then Node (rank b + 1, x, a, b) else Node (rank a + 1, x, b, a)
  let rec merge a b = match (a, b) with Leaf, t | t, Leaf -> t | Node (_, x, a1, b1), Node (_, y, a2, b2) -> if E.leq x y then make x a1 (merge b1 b) else make y a2 (merge a b2)
  let insert x t = merge (Node (1, x, Leaf, Leaf)) t
  let find_min = function Leaf -> raise Empty | Node (_, x, _, _) -> x
  let delete_min = function Leaf -> raise Empty | Node (_, _, a, b) -> merge a b
end
module H = Leftist (struct type t = int let leq a b = a <= b end)
module W = Leftist (struct type t = int * string let leq (a, _) (b, _) = a >= b end)
let sort l = let rec drain h = match H.find_min h with x -> x :: drain (H.delete_min h) | exception H.Empty -> [] in drain (List.fold_left (fun h x -> H.insert x h) H.empty l)
let () =
  List.iter (Printf.printf "%d ") (sort [ 5; 2; 9; 1; 5; 6; -3 ]);
  print_endline (snd (W.find_min (W.insert (3, "c") (W.insert (9, "z") (W.insert (1, "a") W.empty)))));
  try ignore (W.delete_min W.empty) with W.Empty -> print_endline "empty"
