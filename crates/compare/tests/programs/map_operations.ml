(* Map.Make: every operation. *)
module M = Map.Make (String)
module I = Map.Make (Int)
let show m = M.iter (fun k v -> Printf.printf "%s=%d " k v) m; print_newline ()
let () =
  let m = M.(empty |> add "b" 2 |> add "a" 1 |> add "c" 3) in
  show m; show (M.add "a" 10 m); show (M.remove "b" m); show (M.remove "zz" m); show (M.singleton "x" 9);
  Printf.printf "%d %b %b %d %b\n" (M.find "a" m) (M.mem "a" m) (M.mem "z" m) (M.cardinal m) (M.is_empty M.empty);
  (try print_int (M.find "z" m) with Not_found -> print_endline "Not_found");
  print_endline (match M.find_opt "z" m with None -> "none" | Some _ -> "some");
  show (M.map succ m); show (M.mapi (fun k v -> v + String.length k) m); show (M.filter (fun _ v -> v > 1) m); show (M.filter_map (fun _ v -> if v > 1 then Some (-v) else None) m);
  show (M.update "a" (function None -> Some 0 | Some n -> Some (n + 100)) m); show (M.update "z" (function None -> Some 0 | Some n -> Some n) m); show (M.update "a" (fun _ -> None) m);
  print_endline (M.fold (fun k v acc -> acc ^ k ^ string_of_int v) m "");
  let n = M.of_seq (List.to_seq [ ("c", 30); ("d", 40) ]) in
  show (M.union (fun _ a b -> Some (a + b)) m n); show (M.merge (fun _ a b -> match (a, b) with Some x, None -> Some x | None, Some y -> Some (-y) | _ -> None) m n);
  let yes, no = M.partition (fun _ v -> v mod 2 = 0) m in show yes; show no;
  let l, x, r = M.split "b" m in show l; show r; print_endline (match x with Some v -> string_of_int v | None -> "none");
  let k, v = M.min_binding m in Printf.printf "%s%d " k v;
  let k, v = M.max_binding m in Printf.printf "%s%d " k v;
  (try ignore (M.choose M.empty) with Not_found -> print_endline "empty");
  Printf.printf "%b %b\n" (M.for_all (fun _ v -> v > 0) m) (M.exists (fun k _ -> k = "q") m);
  Printf.printf "%d %b\n" (M.compare compare m n) (M.equal ( = ) m (M.add "a" 1 m));
  List.iter (fun (k, v) -> Printf.printf "%s%d " k v) (M.bindings m);
  let k, _ = M.find_first (fun k -> k >= "b") m in print_string k;
  (match M.find_last_opt (fun k -> k < "c") m with Some (k, _) -> print_endline k | None -> print_endline "none");
  let i = List.fold_left (fun m x -> I.update x (fun o -> Some (1 + Option.value o ~default:0)) m) I.empty [ 3; 1; 3; 2; 3 ] in
  I.iter (Printf.printf "%d:%d ") i; Seq.iter (fun (k, _) -> print_int k) (I.to_seq_from 2 i); print_newline ()
