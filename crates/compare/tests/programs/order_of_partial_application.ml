(* A partial application evaluates its arguments once, when it is built. *)
let t s = print_string (s ^ " "); String.length s
let add a b c = print_string "called "; a + b + c
let () =
  let g = add (t "x") (t "yy") in
  print_string "built ";
  print_int (g (t "zzz"));
  print_int (g 10);
  print_newline ();
  let h = (print_string "effect "; fun x -> x + 1) in
  print_int (h 1); print_int (h 2);
  print_newline ();
  let k x = print_string "outer "; fun y -> print_string "inner "; x * y in
  let k3 = k 3 in
  print_int (k3 4); print_int (k3 5); print_int (k 2 2);
  print_newline ();
  let compose f g x = f (g x) in
  print_int (compose (fun x -> x * 2) succ 5);
  print_int (List.fold_left (Fun.flip ( - )) 0 [ 1; 2; 3 ]);
  print_newline ()
