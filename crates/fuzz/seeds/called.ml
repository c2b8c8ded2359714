(* What the calls behind `--replay` are about: functions on values of many types. *)

type shape = Circle of float | Square of { side : int } | Group of shape list
type person = { name : string; mutable size : int }
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

let rec f x = if x <= 0 then 0 else 1 + f (x - 2)
let g (a, b) c = a ^ String.make (abs b mod 5) c
let h p = p.size <- p.size + 1; p
let rec area = function Circle r -> int_of_float r | Square { side } -> side * side | Group l -> List.fold_left (fun a s -> a + area s) 0 l
let rec insert x = function Leaf -> Node (Leaf, x, Leaf) | Node (l, y, r) -> if x < y then Node (insert x l, y, r) else Node (l, y, insert x r)
let rev l = List.rev l
let prop_rev (l : int list) = rev (rev l) = l
let prop_tree (t : int tree) = match t with Leaf -> true | Node (_, x, _) -> x < 3
