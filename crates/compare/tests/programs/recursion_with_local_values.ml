(* Recursive suspensions and blocks inside of functions, with functions among them. *)
type stream = Cons of int * stream Lazy.t
let rec take n (Cons (x, s)) = if n = 0 then [] else x :: take (n - 1) (Lazy.force s)
let show l = print_endline (String.concat " " (List.map string_of_int l))
let repeat x = let rec s = Cons (x, lazy s) in s
let alternate a b = let rec s = lazy (Cons (a, t)) and t = lazy (Cons (b, s)) in Lazy.force s
let counted step =
  let rec up n = Cons (n, lazy (up (n + step))) and start = lazy (up 0) in
  start
let table n =
  let rec cells = Array.init 1 (fun _ -> 0) and sum k = if k = 0 then cells.(0) else k + sum (k - 1) in
  sum n
let fibonacci () =
  let rec zip (Cons (a, s)) (Cons (b, t)) = Cons (a + b, lazy (zip (Lazy.force s) (Lazy.force t))) in
  let rec fibs = Cons (0, lazy rest) and rest = Cons (1, lazy (zip fibs rest)) in
  fibs
type handler = { name : string; run : int -> int }
let handlers k =
  let rec a = { name = "a"; run = (fun n -> if n = 0 then 0 else 1 + b.run (n - 1)) } and b = { name = "b"; run = (fun n -> if n = 0 then k else 2 + a.run (n - 1)) } in
  [ a; b ]
let () =
  show (take 3 (repeat 7));
  show (take 5 (alternate 1 2));
  show (take 4 (Lazy.force (counted 5)));
  Printf.printf "%d\n" (table 4);
  show (take 10 (fibonacci ()));
  List.iter (fun h -> Printf.printf "%s %d %d\n" h.name (h.run 3) (h.run 4)) (handlers 100)
