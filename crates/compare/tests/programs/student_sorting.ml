(* A student's sorting functions on lists. *)
let rec insert x = function [] -> [ x ] | y :: t -> if x <= y then x :: y :: t else y :: insert x t
let rec isort = function [] -> [] | x :: t -> insert x (isort t)
let rec split = function [] -> ([], []) | [ x ] -> ([ x ], []) | x :: y :: t -> let a, b = split t in (x :: a, y :: b)
let rec merge = function [], l | l, [] -> l | x :: xs, (y :: _ as l) when x <= y -> x :: merge (xs, l) | l, y :: ys -> y :: merge (l, ys)
let rec msort = function ([] | [ _ ]) as l -> l | l -> let a, b = split l in merge (msort a, msort b)
let rec qsort = function [] -> [] | p :: t -> let less, more = List.partition (fun x -> x < p) t in qsort less @ [ p ] @ qsort more
let rec ssort l = match l with [] -> [] | h :: t -> let m = List.fold_left min h t in let rec remove = function [] -> [] | x :: t -> if x = m then t else x :: remove t in m :: ssort (remove l)
let bsort l =
  let rec pass = function x :: y :: t when x > y -> let changed, r = pass (x :: t) in ignore changed; (true, y :: r) | x :: t -> let c, r = pass t in (c, x :: r) | [] -> (false, []) in
  let rec go l = let c, r = pass l in if c then go r else r in
  go l
let () =
  let l = [ 3; 1; 4; 1; 5; 9; 2; 6; 5; 3; 5; -8; 0 ] in
  List.iter (fun f -> List.iter (Printf.printf "%d ") (f l); print_newline ()) [ isort; msort; qsort; ssort; bsort ]
