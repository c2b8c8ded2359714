(* A set of numbers: one can insert, delete and ask. This is the specification of rbt.ml, a red-black tree.
   Try: lydian model test examples/models/rbt/set.ml --model examples/models/rbt/rbt_wrong.ml *)

(* The elements in order. *)
type state = int list

type input = Insert of int | Delete of int | Member of int
type output = Done | Found of bool

let init = []

let rec insert k set =
  match set with
  | [] -> [ k ]
  | x :: rest -> if k < x then k :: set else if k = x then set else x :: insert k rest

let step set input =
  match input with
  | Insert k -> Some (Done, insert k set)
  | Delete k -> Some (Done, List.filter (fun x -> x <> k) set)
  | Member k -> Some (Found (List.mem k set), set)

let inputs = List.concat_map (fun k -> [ Insert k; Delete k; Member k ]) [ 2; 5; 6; 8 ]
let invariant set = List.sort_uniq compare set = set
