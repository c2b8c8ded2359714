(* A student's operations on binary trees. *)
type btree = Empty | Node of int * btree * btree
let rec mem n t = match t with Empty -> false | Node (x, l, r) -> x = n || mem n l || mem n r
let rec mirror = function Empty -> Empty | Node (x, l, r) -> Node (x, mirror r, mirror l)
let rec height t = match t with Empty -> 0 | Node (_, l, r) -> 1 + max (height l) (height r)
let rec insert x = function Empty -> Node (x, Empty, Empty) | Node (y, l, r) as t -> if x < y then Node (y, insert x l, r) else if x > y then Node (y, l, insert x r) else t
let rec minimum = function Empty -> raise Not_found | Node (x, Empty, _) -> x | Node (_, l, _) -> minimum l
let rec delete x = function
  | Empty -> Empty
  | Node (y, l, r) when x < y -> Node (y, delete x l, r)
  | Node (y, l, r) when x > y -> Node (y, l, delete x r)
  | Node (_, Empty, r) -> r
  | Node (_, l, Empty) -> l
  | Node (_, l, r) -> let m = minimum r in Node (m, l, delete m r)
let rec show = function Empty -> "." | Node (x, l, r) -> Printf.sprintf "(%s %d %s)" (show l) x (show r)
let level_order t =
  let q = Queue.create () in
  Queue.add t q;
  let rec go acc = match Queue.take_opt q with None -> List.rev acc | Some Empty -> go acc | Some (Node (x, l, r)) -> Queue.add l q; Queue.add r q; go (x :: acc) in
  go []
let rec balanced = function Empty -> true | Node (_, l, r) -> abs (height l - height r) <= 1 && balanced l && balanced r
let () =
  let t = List.fold_left (fun t x -> insert x t) Empty [ 5; 2; 8; 1; 9; 3; 7 ] in
  print_endline (show t);
  print_endline (show (mirror t));
  Printf.printf "%d %b %b %d %b\n" (height t) (mem 3 t) (mem 4 t) (minimum t) (balanced t);
  print_endline (show (delete 5 t));
  print_endline (show (delete 8 (delete 42 t)));
  List.iter (Printf.printf "%d ") (level_order t);
  print_newline ()
