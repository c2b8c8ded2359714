(* The tree of rbt.ml with a mistake in deletion: where the tree is mended on the right, a red node on the
   far left gets lost. Insert 5, 6, 8 and 2, delete 8: now 2 is gone as well.
   Try: lydian model test examples/models/rbt/set.ml --model examples/models/rbt/rbt_wrong.ml *)

type color = Red | Black
type state = Leaf | Node of color * state * int * state
type input = Insert of int | Delete of int | Member of int
type output = Done | Found of bool

let init = Leaf

let rec member k tree =
  match tree with
  | Leaf -> false
  | Node (_, l, x, r) -> if k < x then member k l else if k > x then member k r else true

(* Mends a red child of a red node under a black one. *)
let balance tree =
  match tree with
  | Node (Black, Node (Red, Node (Red, a, x, b), y, c), z, d)
  | Node (Black, Node (Red, a, x, Node (Red, b, y, c)), z, d)
  | Node (Black, a, x, Node (Red, Node (Red, b, y, c), z, d))
  | Node (Black, a, x, Node (Red, b, y, Node (Red, c, z, d))) ->
      Node (Red, Node (Black, a, x, b), y, Node (Black, c, z, d))
  | _ -> tree

let blacken tree = match tree with Node (_, l, x, r) -> Node (Black, l, x, r) | Leaf -> Leaf

let insert k tree =
  let rec under tree =
    match tree with
    | Leaf -> Node (Red, Leaf, k, Leaf)
    | Node (color, l, x, r) ->
        if k < x then balance (Node (color, under l, x, r))
        else if k > x then balance (Node (color, l, x, under r))
        else tree
  in
  blacken (under tree)

(* The trees below have too few black nodes on one side, by one. Also says whether the whole is short by one now. *)
let rec mend_left color l x r =
  match r with
  | Node (Red, rl, y, rr) -> (Node (Black, fst (mend_left Red l x rl), y, rr), false)
  | Node (Black, Node (Red, a, u, b), y, rr) -> (Node (color, Node (Black, l, x, a), u, Node (Black, b, y, rr)), false)
  | Node (Black, rl, y, Node (Red, a, u, b)) -> (Node (color, Node (Black, l, x, rl), y, Node (Black, a, u, b)), false)
  | Node (Black, rl, y, rr) -> (Node (Black, l, x, Node (Red, rl, y, rr)), color = Black)
  | Leaf -> (Node (color, l, x, r), false)

let rec mend_right color l x r =
  match l with
  | Node (Red, ll, y, lr) -> (Node (Black, ll, y, fst (mend_right Red lr x r)), false)
  | Node (Black, ll, y, Node (Red, a, u, b)) -> (Node (color, Node (Black, ll, y, a), u, Node (Black, b, x, r)), false)
  | Node (Black, Node (Red, a, _, _), y, lr) -> (Node (color, a, y, Node (Black, lr, x, r)), false)
  | Node (Black, ll, y, lr) -> (Node (Black, Node (Red, ll, y, lr), x, r), color = Black)
  | Leaf -> (Node (color, l, x, r), false)

let rec least tree smallest = match tree with Leaf -> smallest | Node (_, l, x, _) -> least l x

(* The tree without [k], and whether it is short by one black node. *)
let rec without k tree =
  match tree with
  | Leaf -> (Leaf, false)
  | Node (color, l, x, r) -> (
      if k < x then in_left k color l x r
      else if k > x then in_right k color l x r
      else
        match (l, r) with
        | Leaf, only | only, Leaf -> (
            match (color, only) with
            | Red, _ -> (only, false)
            | Black, Node (Red, a, y, b) -> (Node (Black, a, y, b), false)
            | Black, _ -> (only, true))
        | _, _ ->
            let next = least r x in
            in_right next color l next r)

and in_left k color l x r =
  let l, short = without k l in
  if short then mend_left color l x r else (Node (color, l, x, r), false)

and in_right k color l x r =
  let r, short = without k r in
  if short then mend_right color l x r else (Node (color, l, x, r), false)

let delete k tree = blacken (fst (without k tree))

let step tree input =
  match input with
  | Insert k -> Some (Done, insert k tree)
  | Delete k -> Some (Done, delete k tree)
  | Member k -> Some (Found (member k tree), tree)

let inputs = List.concat_map (fun k -> [ Insert k; Delete k; Member k ]) [ 2; 5; 6; 8 ]

let rec elements tree = match tree with Leaf -> [] | Node (_, l, x, r) -> elements l @ (x :: elements r)
let prop_ordered tree = List.sort_uniq compare (elements tree) = elements tree

let rec no_red_pair tree =
  match tree with
  | Leaf -> true
  | Node (Red, Node (Red, _, _, _), _, _) | Node (Red, _, _, Node (Red, _, _, _)) -> false
  | Node (_, l, _, r) -> no_red_pair l && no_red_pair r

let prop_no_red_pair tree = no_red_pair tree

(* The number of black nodes on each way down, if it is the same on all. *)
let rec black_height tree =
  match tree with
  | Leaf -> Some 0
  | Node (color, l, _, r) -> (
      match (black_height l, black_height r) with
      | Some m, Some n when m = n -> Some (if color = Black then m + 1 else m)
      | _ -> None)

let prop_balanced tree = black_height tree <> None
