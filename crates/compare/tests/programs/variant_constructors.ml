(* Variants: constant and with arguments, tuple arguments, inline records, recursion, parameters. *)
type shape = Circle of float | Rectangle of float * float | Named of { label : string; mutable sides : int } | Point
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
type pair = Pair of (int * int)
type ('a, 'b) both = Both of 'a * 'b | Only of 'a
let area = function Circle r -> 3. *. r *. r | Rectangle (w, h) -> w *. h | Named { sides; _ } -> float_of_int sides | Point -> 0.
let rec insert x = function
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) as t -> if x < y then Node (insert x l, y, r) else if x > y then Node (l, y, insert x r) else t
let rec to_list = function Leaf -> [] | Node (l, x, r) -> to_list l @ (x :: to_list r)
let () =
  List.iter (fun s -> Printf.printf "%g " (area s)) [ Circle 1.; Rectangle (2., 3.); Named { label = "t"; sides = 3 }; Point ];
  print_newline ();
  let t = List.fold_right insert [ 5; 2; 8; 1; 9; 2 ] Leaf in
  List.iter (Printf.printf "%d ") (to_list t);
  print_newline ();
  let p = (1, 2) in
  let (Pair q) = Pair p in
  Printf.printf "%b %d\n" (p == q) (fst q);
  (match Named { label = "n"; sides = 4 } with
  | Named r -> r.sides <- r.sides + 1; Printf.printf "%s %d\n" r.label r.sides
  | _ -> ());
  let swap = function Both (a, b) -> Some (Both (b, a)) | Only _ -> None in
  (match swap (Both (1, "x")) with Some (Both (s, n)) -> Printf.printf "%s %d\n" s n | _ -> ());
  print_endline (match Only 3 with Both _ -> "both" | Only _ -> "only")
type inline = A of { x : int; mutable y : int } | B
let () =
  let set = function A r -> r.y <- 3 | B -> () and with_x = function A r -> A { r with x = 4 } | B -> B in
  let same = function A r -> A r | B -> B and sum = function A ({ x; _ } as r) -> x + r.y | B -> 0 in
  let v = A { x = 1; y = 2 } in
  set v;
  Printf.printf "%d %d %d\n" (sum v) (sum (with_x v)) (sum (same B))
