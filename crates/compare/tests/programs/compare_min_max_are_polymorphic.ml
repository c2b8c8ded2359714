(* min, max, and comparison operators as values. *)
let () =
  print_int (min 3 2); print_int (max 3 2);
  print_endline (min "b" "a"); print_endline (max "b" "a");
  Printf.printf "%b\n" (min [ 1; 2 ] [ 1 ] = [ 1 ]);
  Printf.printf "%d\n" (List.fold_left max min_int [ 3; 9; 2 ]);
  Printf.printf "%b %b\n" (( < ) 1 2) (( >= ) "a" "b");
  let order = List.sort compare [ (2, 'a'); (1, 'z'); (1, 'b') ] in
  List.iter (fun (n, c) -> Printf.printf "%d%c " n c) order;
  print_newline ();
  List.iter (Printf.printf "%d ") (List.sort (fun a b -> compare b a) [ 3; 1; 2 ]);
  print_newline ();
  let a = [ 1 ] and b = [ 1 ] in
  Printf.printf "%b %b\n" (min a b == a) (max a b == a)
