(* The module Int. *)
let () =
  let p n = Printf.printf "%d " n in
  p Int.zero; p Int.one; p Int.minus_one; p (Int.neg 4); p (Int.add 1 2); p (Int.sub 1 2); p (Int.mul 3 4);
  p (Int.div (-7) 2); p (Int.rem (-7) 2); p (Int.succ 1); p (Int.pred 1); p (Int.abs (-9)); p Int.max_int; p Int.min_int;
  p (Int.logand 6 3); p (Int.logor 6 3); p (Int.logxor 6 3); p (Int.lognot 6);
  p (Int.shift_left 3 4); p (Int.shift_right (-9) 1); p (Int.shift_right_logical (-9) 60);
  p (Int.compare 1 2); p (Int.compare 2 1); p (Int.compare 2 2); p (Int.min 3 4); p (Int.max 3 4);
  p (Int.of_float 3.99); p (Int.of_float (-3.99));
  print_newline ();
  print_endline (Int.to_string (-42));
  Printf.printf "%b %b %f\n" (Int.equal 1 1) (Int.equal 1 2) (Int.to_float 7)
