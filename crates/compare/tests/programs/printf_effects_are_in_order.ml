(* Printf prints when it has all its arguments; output functions keep the order of calls. *)
let () =
  let p = Printf.printf "%d %d\n" 1 in
  print_endline "before";
  p 2;
  p 3;
  print_string "a"; print_char 'b'; print_int 1; print_float 2.5; print_endline "c"; print_newline ();
  output_string stdout "channel\n";
  output_char stdout 'x';
  flush stdout;
  print_bytes (Bytes.of_string "bytes\n");
  prerr_endline "to the error channel";
  Printf.eprintf "%d\n" 3;
  output_substring stdout "substring" 3 3;
  print_newline ()
