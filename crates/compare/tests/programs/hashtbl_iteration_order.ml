(* Hashtbl: the order of iteration, after growing too. *)
let () =
  let h = Hashtbl.create 4 in
  for i = 0 to 40 do Hashtbl.add h (i * 37) i done;
  Hashtbl.iter (fun k v -> Printf.printf "%d:%d " k v) h; print_newline ();
  let s = Hashtbl.create 8 in
  List.iteri (fun i w -> Hashtbl.replace s w i) [ "the"; "quick"; "brown"; "fox"; "jumps"; "over"; "the"; "lazy"; "dog"; "and"; "runs"; "away" ];
  Hashtbl.iter (fun k v -> Printf.printf "%s:%d " k v) s; print_newline ();
  print_endline (Hashtbl.fold (fun k _ acc -> acc ^ k ^ " ") s "");
  let p = Hashtbl.create 1 in
  List.iter (fun k -> Hashtbl.add p k ()) [ (1, 'a'); (2, 'b'); (3, 'c'); (-1, 'z') ];
  Hashtbl.iter (fun (n, c) () -> Printf.printf "%d%c " n c) p; print_newline ();
  let d = Hashtbl.create 3 in
  List.iter (fun (k, v) -> Hashtbl.add d k v) [ (1, "a"); (1, "b"); (2, "c"); (1, "d") ];
  Hashtbl.iter (fun k v -> Printf.printf "%d%s " k v) d; print_newline ();
  List.iter (Printf.printf "%d ") [ Hashtbl.hash 0; Hashtbl.hash 42; Hashtbl.hash "abc"; Hashtbl.hash (1, 2); Hashtbl.hash [ 1; 2; 3 ]; Hashtbl.hash 'a'; Hashtbl.hash 1.5; Hashtbl.hash (Some "x"); Hashtbl.hash true; Hashtbl.hash () ]; print_newline ();
  Seq.iter (Printf.printf "%d ") (Hashtbl.to_seq_keys d); Seq.iter print_string (Hashtbl.to_seq_values d); print_newline ()
