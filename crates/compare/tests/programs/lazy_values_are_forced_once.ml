(* lazy: evaluated at most once; an exception is raised again on each forcing. *)
let () =
  let v = lazy (print_string "computed "; 42) in
  Printf.printf "%b " (Lazy.is_val v);
  print_int (Lazy.force v);
  print_int (Lazy.force v);
  Printf.printf " %b\n" (Lazy.is_val v);
  let bad = lazy (print_string "again "; failwith "no") in
  (try Lazy.force bad with Failure m -> print_string (m ^ " "));
  (try Lazy.force bad with Failure m -> print_endline m);
  let (lazy x) = lazy (1 + 2) in
  print_int x;
  (match lazy (print_string " forced "; [ 1 ]) with lazy [ n ] -> print_int n | lazy _ -> print_string "other");
  print_newline ();
  let w = Lazy.from_val 5 and u = Lazy.from_fun (fun () -> 6) in
  print_int (Lazy.force w + Lazy.force u);
  print_int (Lazy.force (Lazy.map succ u));
  print_newline ();
  let rec ones = lazy (1 :: [ Lazy.force two ]) and two = lazy 2 in
  List.iter print_int (Lazy.force ones);
  print_newline ();
  let rec loop = lazy (Lazy.force loop + 1) in
  (try print_int (Lazy.force loop) with Lazy.Undefined -> print_endline "undefined")
