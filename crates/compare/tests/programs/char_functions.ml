(* Characters: codes, cases, escapes. *)
let () =
  List.iter (fun c -> Printf.printf "%d " (Char.code c)) [ 'a'; '\n'; '\t'; '\\'; '\''; '"'; ' '; '\065'; '\x41'; '\o101'; '\b'; '\r'; '\255' ];
  print_newline ();
  List.iter (fun c -> print_string (Char.escaped c); print_char ' ') [ 'a'; '\n'; '\t'; '\\'; '\''; '"'; '\000'; '\127'; '\200' ];
  print_newline ();
  List.iter (fun c -> Printf.printf "%c%c " (Char.uppercase_ascii c) (Char.lowercase_ascii c)) [ 'a'; 'Z'; '1'; '[' ];
  print_newline ();
  print_char (Char.chr 65);
  print_char (char_of_int 66);
  print_int (int_of_char 'C');
  print_newline ();
  (try ignore (Char.chr 256) with Invalid_argument m -> print_endline m);
  (try ignore (Char.chr (-1)) with Invalid_argument m -> print_endline m);
  Printf.printf "%d %d %b\n" (Char.compare 'a' 'c') (compare 'z' 'a') (Char.equal 'x' 'x');
  Printf.printf "%C %C %C %C\n" 'a' '\n' '\'' '\007'
