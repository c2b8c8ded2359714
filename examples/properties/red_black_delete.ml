(* Deletion from red-black trees, by joining the two sides of what is deleted. The precondition is the whole invariant, and the mistakes
   that are seeded here show only on trees of up to twelve nodes: nobody draws such a tree by luck.
   Try: lydian property check examples/properties/red_black_delete.ml *)

open Lydian

type color = Red | Black
type tree = Leaf | Node of color * tree * int * tree

let balance c l x r = match c, l, x, r with
  | Black, Node (Red, Node (Red, a, x, b), y, c), z, d
  | Black, Node (Red, a, x, Node (Red, b, y, c)), z, d
  | Black, a, x, Node (Red, Node (Red, b, y, c), z, d)
  | Black, a, x, Node (Red, b, y, Node (Red, c, z, d)) -> Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
  | c, l, x, r -> Node (c, l, x, r)

let blacken = function Node (_, l, x, r) -> Node (Black, l, x, r) | Leaf -> Leaf

let insert x t =
  let rec ins = function
    | Leaf -> Node (Red, Leaf, x, Leaf)
    | Node (c, l, y, r) as t -> if x < y then balance c (ins l) y r else if x > y then balance c l y (ins r) else t
  in blacken (ins t)

let redden = function Node (Black, l, x, r) -> Node (Red, l, x, r) | t -> t

let balance_right l x r = match l, x, r with
  | l, x, Node (Red, b, y, c) -> Node (Red, l, x, Node (Black, b, y, c))
  | Node (Black, a, x, b), y, r -> balance Black (Node (Red, a, x, b)) y r
  | Node (Red, a, x, Node (Black, b, y, c)), z, r -> Node (Red, balance Black (redden a) x b, y, Node (Black, c, z, r))
  | l, x, r -> Node (Black, l, x, r)

let balance_left l x r = match l, x, r with
  | Node (Red, a, x, b), y, c -> Node (Red, Node (Black, a, x, b), y, c)
  | l, x, Node (Black, a, y, b) -> balance Black l x (Node (Red, a, y, b))
  | l, x, Node (Red, Node (Black, a, y, b), z, c) -> Node (Red, Node (Black, l, x, a), y, balance Black b z (redden c))
  | l, x, r -> Node (Black, l, x, r)

let rec join l r = match l, r with
  | Leaf, t | t, Leaf -> t
  | Node (Red, a, x, b), Node (Red, c, y, d) -> (match join b c with
      | Node (Red, b', z, c') -> Node (Red, Node (Red, a, x, b'), z, Node (Red, c', y, d))
      | bc -> Node (Red, a, x, Node (Red, bc, y, d)))
  | Node (Black, a, x, b), Node (Black, c, y, d) -> (match join b c with
      | Node (Red, b', z, c') -> Node (Red, Node (Black, a, x, b'), z, Node (Black, c', y, d))
      | bc -> balance_left a x (Node (Black, bc, y, d)))
  | a, Node (Red, b, x, c) -> Node (Red, join a b, x, c)
  | Node (Red, a, x, b), c -> Node (Red, a, x, join b c)

let delete x t =
  let rec del = function
    | Leaf -> Leaf
    | Node (_, l, y, r) ->
      if x < y then (match l with Node (Black, _, _, _) -> balance_left (del l) y r | _ -> Node (Red, del l, y, r))
      else if x > y then (match r with Node (Black, _, _, _) -> balance_right l y (del r) | _ -> Node (Red, l, y, del r))
      else join l r
  in blacken (del t)

let rec elements = function Leaf -> [] | Node (_, l, x, r) -> elements l @ (x :: elements r)
let rec mem x = function Leaf -> false | Node (_, l, y, r) -> if x < y then mem x l else if x > y then mem x r else true

let rec ordered low high = function
  | Leaf -> true
  | Node (_, l, x, r) ->
    (match low with None -> true | Some y -> y < x) && (match high with None -> true | Some y -> x < y)
    && ordered low (Some x) l && ordered (Some x) high r

let rec no_red_red = function
  | Leaf -> true
  | Node (Red, Node (Red, _, _, _), _, _) | Node (Red, _, _, Node (Red, _, _, _)) -> false
  | Node (_, l, _, r) -> no_red_red l && no_red_red r

let rec black_height = function
  | Leaf -> Some 0
  | Node (c, l, _, r) -> (match black_height l, black_height r with
      | Some a, Some b when a = b -> Some (if c = Black then a + 1 else a)
      | _ -> None)

let is_black = function Node (Red, _, _, _) -> false | _ -> true
let valid t = is_black t && no_red_red t && black_height t <> None && ordered None None t

let without key list = List.filter (fun other -> other <> key) list

let prop_insert_valid key tree = valid tree ==> valid (insert key tree)
let prop_insert_elements key tree = valid tree ==> (elements (insert key tree) = List.sort_uniq compare (key :: elements tree))
let prop_delete_valid key tree = valid tree ==> valid (delete key tree)
let prop_delete_elements key tree = valid tree ==> (elements (delete key tree) = without key (elements tree))

let prop_delete key tree =
  valid tree ==> (valid (delete key tree) && elements (delete key tree) = without key (elements tree))
