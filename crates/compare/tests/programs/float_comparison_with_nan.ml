(* nan is unequal to itself for =, and equal to itself for compare. *)
let () =
  let b x = print_string (string_of_bool x); print_char ' ' in
  b (nan = nan); b (nan <> nan); b (nan < 1.); b (nan > 1.); b (nan <= nan);
  print_newline ();
  print_int (compare nan nan); print_int (compare nan 1.); print_int (compare 1. nan); print_int (compare nan neg_infinity);
  print_newline ();
  b (0. = -0.); b (compare 0. (-0.) = 0); b (1. /. 0. = 1. /. -0.);
  print_newline ();
  b ([ nan ] = [ nan ]); b (compare [ nan ] [ nan ] = 0); b ((1, nan) < (1, 2.)); b ((1, nan) >= (1, 2.)); b (compare (1, nan) (1, 2.) < 0);
  print_newline ();
  Printf.printf "%f %f\n" (min nan 1.) (max 1. nan);
  Printf.printf "%f %f\n" (min 1. nan) (max nan 1.);
  b (classify_float nan = FP_nan); b (classify_float 1. = FP_normal); b (classify_float 0. = FP_zero); b (classify_float infinity = FP_infinite);
  b (classify_float 1e-310 = FP_subnormal);
  print_newline ()
