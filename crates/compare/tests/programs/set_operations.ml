(* Set.Make: every operation. *)
module S = Set.Make (Int)
module C = Set.Make (Char)
module P = Set.Make (struct type t = int * string let compare (a, s) (b, t) = match compare b a with 0 -> compare s t | c -> c end)
let show s = S.iter (Printf.printf "%d ") s; print_newline ()
let () =
  let a = S.of_list [ 5; 1; 3; 1; 9 ] and b = S.of_list [ 3; 4; 5 ] in
  show a; show (S.add 2 a); show (S.remove 3 a); show (S.union a b); show (S.inter a b); show (S.diff a b); show (S.singleton 7); show S.empty;
  Printf.printf "%b %b %d %b %b %b\n" (S.mem 3 a) (S.mem 4 a) (S.cardinal a) (S.is_empty a) (S.subset (S.of_list [ 1; 3 ]) a) (S.disjoint a b);
  Printf.printf "%d %d %b %d\n" (S.min_elt a) (S.max_elt a) (S.equal a b) (S.compare a b);
  (try print_int (S.min_elt S.empty) with Not_found -> print_endline "Not_found");
  print_endline (match S.choose_opt S.empty with None -> "none" | Some _ -> "some");
  List.iter (Printf.printf "%d ") (S.elements a); Printf.printf "%d\n" (S.fold ( + ) a 0);
  show (S.filter (fun x -> x > 2) a); show (S.map (fun x -> x / 2) a); show (S.filter_map (fun x -> if x > 2 then Some (10 - x) else None) a);
  let yes, no = S.partition (fun x -> x mod 3 = 0) a in show yes; show no;
  let l, present, r = S.split 4 a in show l; show r; Printf.printf "%b\n" present;
  Printf.printf "%b %b %d\n" (S.for_all (fun x -> x > 0) a) (S.exists (fun x -> x > 8) a) (S.find 5 a);
  Printf.printf "%d\n" (S.find_first (fun x -> x > 3) a);
  print_endline (String.of_seq (C.to_seq (C.of_seq (String.to_seq "mississippi"))));
  P.iter (fun (n, s) -> Printf.printf "%d%s " n s) (P.of_list [ (1, "b"); (2, "a"); (1, "a"); (2, "a") ]); print_newline ();
  let big = List.fold_left (fun s x -> S.add (x * 7919 mod 1009) s) S.empty (List.init 200 Fun.id) in
  Printf.printf "%d %d %d\n" (S.cardinal big) (S.min_elt big) (S.max_elt big);
  Seq.iter (Printf.printf "%d ") (S.to_seq_from 1000 big); Seq.iter (Printf.printf "%d ") (S.to_rev_seq b); print_newline ()
