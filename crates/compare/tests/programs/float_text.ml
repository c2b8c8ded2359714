(* How floats read as text. *)
let () =
  List.iter
    (fun x -> print_endline (string_of_float x))
    [ 0.; -0.; 1.; -1.; 0.1; 1e10; 1e15; 1e16; 123456789012.; 1234567890123.; 1e-5; 0.0001; 3.14159265358979; 1. /. 3.; 2. /. 3.; 1e300;
      1e-300; infinity; neg_infinity; nan; max_float; min_float; epsilon_float; 100.; 1e100; 5e-324; 0x1p10; 1_000.5; 1e3; 12345.678 ];
  List.iter (fun x -> print_float x; print_char ' ') [ 1.5; 2.; 1e22 ];
  print_newline ();
  Printf.printf "%f %e %g %F %h\n" 1.5 1.5 1.5 1.5 1.5;
  Printf.printf "%.0f %.1f %.3f %.10f\n" 2.5 0.05 1.0005 0.1;
  Printf.printf "%g %g %g %g\n" 1e5 1e6 1e-4 1e-5;
  Printf.printf "%.3g %.15g %.17g\n" 1234.5 0.1 0.1;
  Printf.printf "%F %F %F %F\n" 1. 1e20 nan infinity;
  Printf.printf "%10.2f|%-10.2f|%+.2f|%010.2f\n" 3.14159 3.14159 3.14159 (-3.14159);
  Printf.printf "%E %G\n" 12345.678 0.00001234
