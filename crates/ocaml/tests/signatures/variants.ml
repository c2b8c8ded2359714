type shape = Circle of float | Rect of float * float | Point
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
type ('a, 'b) either = Left of 'a | Right of 'b
type expr = Num of int | Add of expr * expr | Neg of expr | Let of string * expr * expr | Var of string
let area = function Circle r -> r *. r | Rect (a, b) -> a *. b | Point -> 0.
let rec insert x = function
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) as t -> if x < y then Node (insert x l, y, r) else if x > y then Node (l, y, insert x r) else t
let rec size = function Leaf -> 0 | Node (l, _, r) -> size l + 1 + size r
let swap = function Left a -> Right a | Right b -> Left b
let rec eval env = function
  | Num n -> n
  | Add (a, b) -> eval env a + eval env b
  | Neg a -> - (eval env a)
  | Var x -> List.assoc x env
  | Let (x, a, b) -> eval ((x, eval env a) :: env) b
type pair = P of (int * int)
let first (P (a, _)) = a
