(* List: access, length, concatenation, iteration. *)
let show l = print_endline ("[" ^ String.concat "; " (List.map string_of_int l) ^ "]")
let attempt f = try print_endline (string_of_int (f ())) with Failure m -> print_endline ("Failure " ^ m) | Invalid_argument m -> print_endline ("Invalid_argument " ^ m) | Not_found -> print_endline "Not_found"
let () =
  let l = [ 3; 1; 2 ] in
  attempt (fun () -> List.length l); attempt (fun () -> List.hd l); attempt (fun () -> List.hd []); attempt (fun () -> List.length (List.tl l));
  attempt (fun () -> List.length (List.tl [])); attempt (fun () -> List.nth l 2); attempt (fun () -> List.nth l 3); attempt (fun () -> List.nth l (-1));
  Printf.printf "%b %b\n" (List.nth_opt l 0 = Some 3) (List.nth_opt l 9 = None);
  (try ignore (List.nth_opt l (-1)) with Invalid_argument m -> print_endline m);
  Printf.printf "%d %d %d\n" (List.compare_lengths l []) (List.compare_lengths [] []) (List.compare_length_with l 5);
  show (List.cons 9 l); show (List.rev l); show (List.append l l); show (l @ []); show (List.rev_append l [ 7; 8 ]); show (List.concat [ l; []; l ]); show (List.flatten [ [ 1 ]; [ 2; 3 ] ]);
  show (List.init 5 (fun i -> i * i)); show (List.init 0 (fun i -> i));
  (try show (List.init (-1) (fun i -> i)) with Invalid_argument m -> print_endline m);
  List.iter print_int l; List.iteri (fun i x -> Printf.printf "(%d,%d)" i x) l; print_newline ();
  show (List.map succ l); show (List.mapi ( * ) l); show (List.rev_map succ l); show (List.filter_map (fun x -> if x > 1 then Some (x * 10) else None) l);
  show (List.concat_map (fun x -> [ x; x ]) l);
  let n, r = List.fold_left_map (fun acc x -> (acc + x, acc * x)) 1 l in
  print_int n; show r;
  Printf.printf "%d %d\n" (List.fold_left ( - ) 0 l) (List.fold_right ( - ) l 0);
  print_endline (List.fold_left (fun s x -> s ^ string_of_int x) "" l ^ List.fold_right (fun x s -> s ^ string_of_int x) l "")
