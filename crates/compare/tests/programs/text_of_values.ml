(* string_of and of_string functions; concatenation of results. *)
let () =
  List.iter print_endline [ string_of_int 5; string_of_int (-5); string_of_bool true; string_of_float 2.; string_of_float 2.50; String.make 1 'c'; Char.escaped '\n'; string_of_int max_int ];
  Printf.printf "%d %f\n" (int_of_string "-17") (float_of_string "2.5");
  print_endline (String.concat "," (List.map string_of_float [ 0.1; 1e21; -1.5e-7; 100000.; 123456.789 ]));
  print_string "no newline"; print_newline ();
  print_endline "";
  print_int (-3); print_char '\n';
  print_endline (String.concat "" (List.init 3 (fun i -> "row " ^ string_of_int i ^ "; ")));
  Printf.printf "%s\n" (if 1 < 2 then "yes" else "no")
