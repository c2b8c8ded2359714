(* && and || look at their right side only when they must. *)
let yes s = print_string (s ^ " "); true
let no s = print_string (s ^ " "); false
let () =
  let show b = print_endline (string_of_bool b) in
  show (yes "a" && no "b");
  show (no "a" && yes "b");
  show (yes "a" || no "b");
  show (no "a" || yes "b");
  show (no "a" || no "b" && yes "c");
  show (yes "a" || no "b" && yes "c");
  show (not (no "a") && not (yes "b"));
  show ((no "a" && yes "b") || (yes "c" && yes "d"));
  show (false && 1 / 0 = 0);
  show (true || raise Not_found);
  show (Bool.to_int true = 1 && Bool.compare false true < 0 && Bool.equal true true && Bool.not false);
  print_endline (Bool.to_string true)
