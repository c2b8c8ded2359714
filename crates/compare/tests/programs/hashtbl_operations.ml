(* Hashtbl: hiding of bindings, replacing, removal, folding. *)
let () =
  let h = Hashtbl.create 16 in
  Hashtbl.add h "a" 1; Hashtbl.add h "b" 2; Hashtbl.add h "a" 3;
  Printf.printf "%d %d %d\n" (Hashtbl.find h "a") (Hashtbl.find h "b") (Hashtbl.length h);
  List.iter (Printf.printf "%d ") (Hashtbl.find_all h "a"); print_newline ();
  Hashtbl.remove h "a"; Printf.printf "%d %d\n" (Hashtbl.find h "a") (Hashtbl.length h);
  Hashtbl.replace h "a" 10; Hashtbl.replace h "c" 30; Printf.printf "%d %d %d\n" (Hashtbl.find h "a") (Hashtbl.find h "c") (Hashtbl.length h);
  (try print_int (Hashtbl.find h "zz") with Not_found -> print_endline "Not_found");
  print_endline (match Hashtbl.find_opt h "b" with Some n -> string_of_int n | None -> "none");
  Printf.printf "%b %b\n" (Hashtbl.mem h "b") (Hashtbl.mem h "q");
  Printf.printf "%d\n" (Hashtbl.fold (fun _ v acc -> v + acc) h 0);
  Hashtbl.filter_map_inplace (fun _ v -> if v > 5 then Some (v * 2) else None) h;
  List.iter (fun (k, v) -> Printf.printf "%s=%d " k v) (List.sort compare (List.of_seq (Hashtbl.to_seq h))); print_newline ();
  let c = Hashtbl.copy h in
  Hashtbl.reset h; Printf.printf "%d %d\n" (Hashtbl.length h) (Hashtbl.length c);
  let t = Hashtbl.of_seq (List.to_seq [ (1, "x"); (2, "y"); (1, "z") ]) in
  Printf.printf "%s %d\n" (Hashtbl.find t 1) (Hashtbl.length t);
  let memo = Hashtbl.create 10 in
  let rec fib n = if n < 2 then n else match Hashtbl.find_opt memo n with Some v -> v | None -> let v = fib (n - 1) + fib (n - 2) in Hashtbl.add memo n v; v in
  Printf.printf "%d\n" (fib 80)
