(* Literals in every base, with underscores. *)
let () =
  List.iter
    (fun n -> print_int n; print_char '\n')
    [ 0; 1_000_000; 0xff; 0XFF; 0o777; 0O17; 0b1010; 0B11; 0xdead_beef; -0x10; 0x4000000000000000 ];
  print_endline (string_of_int (-0));
  print_endline (Int32.to_string 12l);
  print_endline (Int64.to_string 9223372036854775807L);
  print_endline (Nativeint.to_string 77n);
  print_endline (Int64.to_string (Int64.add 9223372036854775807L 1L));
  print_endline (Int32.to_string (Int32.add 2147483647l 1l))
