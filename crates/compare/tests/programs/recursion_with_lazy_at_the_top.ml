(* Recursive definitions of suspensions and of functions behind other expressions, at the top. *)
type stream = Cons of int * stream Lazy.t
let rec ones = lazy (Cons (1, ones))
let rec nat n = Cons (n, lazy (nat (n + 1)))
let rec zip (Cons (a, s)) (Cons (b, t)) = Cons (a + b, lazy (zip (Lazy.force s) (Lazy.force t)))
let rec fibs = lazy (Cons (0, lazy (Cons (1, lazy (zip (Lazy.force fibs) (tail (Lazy.force fibs)))))))
and tail (Cons (_, t)) = Lazy.force t
let rec take n (Cons (x, s)) = if n = 0 then [] else x :: take (n - 1) (Lazy.force s)
let rec fact = fun n -> if n = 0 then 1 else n * fact (n - 1)
let rec even = function 0 -> true | n -> odd (n - 1) and odd = fun n -> n <> 0 && even (n - 1)
let () =
  List.iter (Printf.printf "%d ") (take 4 (Lazy.force ones));
  List.iter (Printf.printf "%d ") (take 4 (nat 7));
  List.iter (Printf.printf "%d ") (take 12 (Lazy.force fibs));
  Printf.printf "%d %b\n" (fact 6) (even 10)
