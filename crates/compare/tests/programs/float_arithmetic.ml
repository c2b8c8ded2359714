(* Floating-point arithmetic, rounding and special values. *)
let () =
  let p x = Printf.printf "%.12g " x in
  p (1. +. 2.); p (0.1 +. 0.2); p (1. /. 0.); p (-1. /. 0.); p (0. /. 0. *. 0.); p (2. ** 10.); p (2. ** 0.5); p (10. -. 0.1);
  print_newline ();
  p (sqrt 2.); p (exp 1.); p (log 10.); p (log10 1000.); p (sin 1.); p (cos 1.); p (tan 1.); p (atan2 1. 2.); p (hypot 3. 4.);
  print_newline ();
  p (floor 2.7); p (floor (-2.7)); p (ceil 2.1); p (ceil (-2.1)); p (abs_float (-3.)); p (mod_float 7.5 2.); p (mod_float (-7.5) 2.);
  print_newline ();
  Printf.printf "%d %d %d %d\n" (int_of_float 3.7) (int_of_float (-3.7)) (truncate 9.99) (int_of_float 1e10);
  p (float_of_int 7); p (float 3); p (fst (modf 3.25)); p (snd (modf 3.25)); p (ldexp 1.5 4); p (fst (frexp 10.)); 
  print_int (snd (frexp 10.));
  print_newline ();
  p (-.3.); p (~-.3.); p (1e308 *. 10.); p (copysign 1. (-0.)); p (expm1 1e-10); p (log1p 1e-10);
  print_newline ()
