(* The module Float. *)
let () =
  let p x = Printf.printf "%g " x in
  p Float.pi; p (Float.add 1. 2.); p (Float.sub 1. 2.); p (Float.mul 2. 3.); p (Float.div 1. 4.); p (Float.neg 1.); p (Float.abs (-2.));
  p (Float.round 2.5); p (Float.round (-2.5)); p (Float.round 0.49999999999999994); p (Float.trunc (-2.7)); p (Float.of_int 3);
  p (Float.min 1. 2.); p (Float.max 1. 2.); p (Float.min nan 1.); p (Float.rem 7. 4.); p (Float.fma 2. 3. 4.); p (Float.cbrt 27.);
  p (Float.pow 2. 3.); p (Float.sqrt 9.); p (Float.succ 1.); p (Float.of_string "1e3");
  print_newline ();
  Printf.printf "%d %d %d\n" (Float.to_int 3.9) (Float.compare 1. 2.) (Float.compare nan nan);
  Printf.printf "%b %b %b %b %b\n" (Float.equal nan nan) (Float.is_nan nan) (Float.is_integer 3.) (Float.is_finite infinity) (Float.sign_bit (-0.));
  Printf.printf "%s\n" (Float.to_string 1.5);
  (match Float.of_string_opt "abc" with None -> print_endline "none" | Some x -> p x);
  (try p (float_of_string "1.2.3") with Failure m -> print_endline m);
  List.iter (fun s -> match float_of_string_opt s with None -> print_string "none " | Some x -> p x) [ "1"; "1."; ".5"; "1e5"; "0x1.8p1"; "nan"; "inf"; "-infinity"; ""; " 1"; "1_0.5"; "e5" ];
  print_newline ()
