(* List: searching, testing, association lists. *)
let i = function None -> print_string "none " | Some n -> Printf.printf "%d " n
let b x = Printf.printf "%b " x
let nf f = try f () with Not_found -> print_string "Not_found "
let () =
  let l = [ 4; 7; 2; 7 ] in
  b (List.mem 7 l); b (List.mem 9 l); b (List.memq 4 l); b (List.for_all (fun x -> x > 1) l); b (List.for_all (fun _ -> false) []); b (List.exists (fun x -> x > 6) l); b (List.exists (fun _ -> true) []);
  b (List.for_all2 ( < ) [ 1; 2 ] [ 2; 3 ]); b (List.exists2 ( = ) [ 1; 2 ] [ 3; 2 ]);
  print_newline ();
  (try b (List.for_all2 ( < ) [ 1 ] [ 2; 0 ]) with Invalid_argument m -> print_endline m);
  nf (fun () -> print_int (List.find (fun x -> x > 4) l)); nf (fun () -> print_int (List.find (fun x -> x > 40) l));
  i (List.find_opt (fun x -> x < 3) l); i (List.find_map (fun x -> if x > 6 then Some (x * 100) else None) l); i (List.find_opt (fun _ -> true) []);
  print_newline ();
  List.iter (Printf.printf "%d ") (List.filter (fun x -> x <> 7) l);
  List.iter (Printf.printf "%d ") (List.find_all (fun x -> x = 7) l);
  List.iter (Printf.printf "%d ") (List.filteri (fun i _ -> i mod 2 = 0) l);
  let yes, no = List.partition (fun x -> x > 5) l in
  Printf.printf "%d/%d " (List.length yes) (List.length no);
  let left, right = List.partition_map (fun x -> if x > 5 then Either.Left x else Either.Right (string_of_int x)) l in
  Printf.printf "%d %s\n" (List.length left) (String.concat "" right);
  let a = [ (1, "one"); (2, "two"); (1, "uno") ] in
  print_string (List.assoc 1 a); nf (fun () -> print_string (List.assoc 3 a)); print_string (match List.assoc_opt 2 a with Some s -> s | None -> "none");
  b (List.mem_assoc 2 a); b (List.mem_assoc 5 a);
  List.iter (fun (k, v) -> Printf.printf "%d%s " k v) (List.remove_assoc 1 a);
  print_newline ();
  print_string (List.assq 2 a); b (List.mem_assq 1 a);
  let x, y = List.split a in
  Printf.printf "%d %s\n" (List.fold_left ( + ) 0 x) (String.concat "" y);
  List.iter (fun (a, b) -> Printf.printf "%d%c " a b) (List.combine [ 1; 2 ] [ 'a'; 'b' ]);
  (try ignore (List.combine [ 1 ] []) with Invalid_argument m -> print_endline m);
  (try ignore (List.iter2 (fun _ _ -> print_string "called ") [ 1; 2 ] [ 1 ]) with Invalid_argument m -> print_endline m);
  (try ignore (List.map2 ( + ) [ 1 ] [ 1; 2 ]) with Invalid_argument m -> print_endline m);
  (try ignore (List.fold_left2 (fun a b c -> a + b + c) 0 [ 1 ] []) with Invalid_argument m -> print_endline m);
  (try ignore (List.fold_right2 (fun a b c -> a + b + c) [ 1 ] [] 0) with Invalid_argument m -> print_endline m);
  Printf.printf "%d %d\n" (List.fold_left2 (fun a b c -> a + (b * c)) 0 [ 1; 2 ] [ 3; 4 ]) (List.fold_right2 (fun a b c -> a - b - c) [ 1; 2 ] [ 3; 4 ] 0)
