(* A student's list exercises. *)
let rec last = function [] -> None | [ x ] -> Some x | _ :: t -> last t
let rec compress = function x :: (y :: _ as t) -> if x = y then compress t else x :: compress t | l -> l
let pack l = let rec go cur acc = function [] -> [] | [ x ] -> (x :: cur) :: acc | a :: (b :: _ as t) -> if a = b then go (a :: cur) acc t else go [] ((a :: cur) :: acc) t in List.rev (go [] [] l)
let encode l = List.map (fun g -> (List.length g, List.hd g)) (pack l)
let rec drop l n = match l with [] -> [] | _ :: t -> if n <= 1 then t else List.hd l :: drop t (n - 1)
let rotate l n = let len = List.length l in let n = if len = 0 then 0 else ((n mod len) + len) mod len in List.filteri (fun i _ -> i >= n) l @ List.filteri (fun i _ -> i < n) l
let rec combinations k l = if k = 0 then [ [] ] else match l with [] -> [] | h :: t -> List.map (fun c -> h :: c) (combinations (k - 1) t) @ combinations k t
let rec permutations = function [] -> [ [] ] | l -> List.concat_map (fun x -> List.map (fun p -> x :: p) (permutations (List.filter (( <> ) x) l))) l
let palindrome l = l = List.rev l
let rec zipper a b = match (a, b) with [], l | l, [] -> l | x :: xs, y :: ys -> x :: y :: zipper xs ys
let rec range a b = if a > b then [] else a :: range (a + 1) b
let rec sigma f a b = if a > b then 0 else f a + sigma f (a + 1) b
let rec iter n f x = if n = 0 then x else iter (n - 1) f (f x)
let uniq l = List.rev (List.fold_left (fun acc x -> if List.mem x acc then acc else x :: acc) [] l)
let show l = "[" ^ String.concat ";" (List.map string_of_int l) ^ "]"
let () =
  print_endline (match last [ 1; 2; 3 ] with Some n -> string_of_int n | None -> "none");
  print_endline (show (compress [ 1; 1; 2; 3; 3; 3; 1 ]));
  List.iter (fun (n, x) -> Printf.printf "%d*%d " n x) (encode [ 1; 1; 2; 3; 3; 3; 1 ]);
  print_endline (show (drop [ 1; 2; 3; 4 ] 2) ^ show (rotate [ 1; 2; 3; 4; 5 ] 2) ^ show (rotate [ 1; 2; 3 ] (-1)));
  print_endline (String.concat " " (List.map show (combinations 2 [ 1; 2; 3; 4 ])));
  print_endline (String.concat " " (List.map show (permutations [ 1; 2; 3 ])));
  Printf.printf "%b %b %s %d %d %s\n" (palindrome [ 1; 2; 1 ]) (palindrome [ 1; 2 ]) (show (zipper [ 1; 3; 5; 6 ] [ 2; 4 ])) (sigma (fun x -> x * x) 1 10) (iter 10 (fun x -> x * 2) 1) (show (uniq [ 5; 6; 5; 4; 6 ] @ range 2 4))
