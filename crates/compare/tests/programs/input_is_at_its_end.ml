(* Reading from an empty standard input. *)
let () =
  (try print_endline (read_line ()) with End_of_file -> print_endline "no line");
  (try print_int (read_int ()) with End_of_file -> print_endline "no number" | Failure m -> print_endline m);
  (match read_int_opt () with exception End_of_file -> print_endline "none" | None -> print_endline "not a number" | Some n -> print_int n);
  try ignore (input_char stdin) with End_of_file -> print_endline "no character"
