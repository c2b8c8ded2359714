(* Mutually recursive functions, at the top and inside. *)
let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)
let rec a n = if n <= 0 then [] else `A n :: b (n - 1)
and b n = if n <= 0 then [] else `B n :: c (n - 2)
and c n = if n <= 0 then [ `End ] else `C n :: a (n - 1)
let () =
  Printf.printf "%b %b %b\n" (even 1000) (odd 7) (even 7);
  List.iter (function `A n -> Printf.printf "A%d " n | `B n -> Printf.printf "B%d " n | `C n -> Printf.printf "C%d " n | `End -> print_string "end") (a 9);
  print_newline ();
  let base = 3 in
  let rec f n = if n < base then n else g (n - base) + 1 and g n = if n < base then -n else f (n - 1) * 2 in
  Printf.printf "%d %d\n" (f 20) (g 20);
  let rec ack m n = if m = 0 then n + 1 else if n = 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1)) in
  Printf.printf "%d\n" (ack 2 9)
