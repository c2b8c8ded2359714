(* An infinite stream made with lazy. *)
type 'a stream = Cons of 'a * 'a stream Lazy.t
let rec from n = Cons (n, lazy (from (n + 1)))
let rec take n (Cons (x, rest)) = if n = 0 then [] else x :: take (n - 1) (Lazy.force rest)
let rec filter p (Cons (x, (lazy rest))) = if p x then Cons (x, lazy (filter p rest)) else filter p rest
let rec sieve (Cons (p, rest)) = Cons (p, lazy (sieve (filter (fun n -> n mod p <> 0) (Lazy.force rest))))
let rec map f (Cons (x, rest)) = Cons (f x, lazy (map f (Lazy.force rest)))
let () =
  List.iter (Printf.printf "%d ") (take 10 (from 5));
  print_newline ();
  List.iter (Printf.printf "%d ") (take 12 (sieve (from 2)));
  print_newline ();
  List.iter (Printf.printf "%d ") (take 5 (map (fun x -> x * x) (from 1)));
  print_newline ()
