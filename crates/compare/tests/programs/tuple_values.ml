(* Tuples: nesting, comparison, fst and snd, in data structures. *)
let () =
  let t = (1, "two", 3.0, '4', [ 5 ]) in
  let a, b, c, d, e = t in
  Printf.printf "%d %s %g %c %d\n" a b c d (List.length e);
  let (x, y), z = ((1, 2), 3) in
  Printf.printf "%d\n" (x + y + z);
  Printf.printf "%b %b\n" ((1, (2, 3)) = (1, (2, 3))) ((1, 2) < (1, 3));
  let divmod a b = (a / b, a mod b) in
  let q, r = divmod 17 5 in
  Printf.printf "%d %d %d\n" q r (fst (divmod 9 2) + snd (divmod 9 2));
  let swap (a, b) = (b, a) in
  let p = swap (swap (1, "x")) in
  Printf.printf "%d%s\n" (fst p) (snd p);
  List.iter (fun ((a, b), c) -> Printf.printf "%d%c%b " a b c) [ ((1, 'a'), true); ((2, 'b'), false) ];
  print_newline ()
