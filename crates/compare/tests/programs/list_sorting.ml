(* List: sorting is stable, merging, removal of duplicates, comparison, sequences. *)
let show l = print_endline (String.concat " " (List.map string_of_int l))
let () =
  show (List.sort compare [ 5; 3; 9; -1; 3; 0 ]);
  show (List.sort (fun a b -> b - a) [ 5; 3; 9; -1; 3; 0 ]);
  show (List.sort compare []);
  List.iter (fun (k, v) -> Printf.printf "%d%c " k v) (List.stable_sort (fun (a, _) (b, _) -> compare a b) [ (2, 'a'); (1, 'b'); (2, 'c'); (1, 'd'); (2, 'e'); (0, 'f') ]);
  List.iter (fun (k, v) -> Printf.printf "%d%c " k v) (List.sort (fun (a, _) (b, _) -> compare a b) [ (2, 'a'); (1, 'b'); (2, 'c'); (1, 'd'); (2, 'e'); (0, 'f') ]);
  print_newline ();
  show (List.fast_sort compare [ 3; 2; 1 ]);
  show (List.sort_uniq compare [ 3; 1; 3; 2; 1; 1; 5; 2 ]);
  show (List.merge compare [ 1; 4; 6 ] [ 2; 3; 7; 8 ]);
  print_endline (String.concat " " (List.sort compare [ "pear"; "apple"; "fig"; "Zoo"; "" ]));
  show (List.sort (fun _ _ -> 0) [ 3; 1; 2 ]);
  let big = List.init 500 (fun i -> i * 7919 mod 503) in
  show (List.filteri (fun i _ -> i mod 50 = 0) (List.sort compare big));
  Printf.printf "%d %d %b %b\n" (List.compare compare [ 1; 2 ] [ 1; 3 ]) (List.compare compare [ 1; 2 ] [ 1 ]) (List.equal ( = ) [ 1 ] [ 1 ]) (List.equal ( = ) [ 1 ] [ 1; 2 ]);
  show (List.of_seq (Seq.filter (fun x -> x > 1) (List.to_seq [ 1; 2; 3 ])))
