(* The order in which List functions call what they are given. *)
let t x = print_int x; print_char ' '; x
let l = [ 1; 2; 3 ]
let line () = print_newline ()
let () =
  ignore (List.map t l); line ();
  ignore (List.mapi (fun i x -> ignore (t i); t x) l); line ();
  ignore (List.rev_map t l); line ();
  ignore (List.map2 (fun a b -> t (a * b)) l l); line ();
  ignore (List.filter (fun x -> t x > 1) l); line ();
  ignore (List.partition (fun x -> t x > 1) l); line ();
  ignore (List.fold_right (fun x acc -> t x + acc) l 0); line ();
  ignore (List.fold_left (fun acc x -> t x + acc) 0 l); line ();
  ignore (List.for_all (fun x -> t x < 2) l); line ();
  ignore (List.exists (fun x -> t x > 1) l); line ();
  ignore (List.init 4 t); line ();
  ignore (List.filter_map (fun x -> Some (t x)) l); line ();
  ignore (List.concat_map (fun x -> [ t x ]) l); line ();
  ignore (Array.map t [| 1; 2; 3 |]); line ();
  ignore (Array.init 4 t); line ();
  ignore (Array.fold_right (fun x acc -> t x + acc) [| 1; 2; 3 |] 0); line ();
  ignore (String.map (fun c -> print_char c; c) "abc"); line ();
  ignore (List.sort (fun a b -> Printf.printf "%d?%d " a b; compare a b) [ 3; 1; 2; 5; 4 ]); line ();
  ignore (List.stable_sort (fun a b -> Printf.printf "%d?%d " a b; compare a b) [ 2; 1 ]); line ();
  ignore (List.sort_uniq (fun a b -> Printf.printf "%d?%d " a b; compare a b) [ 3; 1; 3; 2 ]); line ();
  ignore (List.fold_left_map (fun a x -> (a + t x, x)) 0 l); line ();
  ignore (Option.map t (Some 5)); line ()
