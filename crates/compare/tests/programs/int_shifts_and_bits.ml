(* Shifts and bit operations on 63 bits. *)
let () =
  let p n = Printf.printf "%d " n in
  List.iter (fun s -> p (1 lsl s)) [ 0; 1; 10; 31; 32; 61; 62 ];
  print_newline ();
  List.iter (fun s -> p (-1 lsr s)) [ 0; 1; 10; 32; 61; 62 ];
  print_newline ();
  List.iter (fun s -> p (min_int asr s)) [ 0; 1; 10; 32; 61; 62 ];
  print_newline ();
  List.iter (fun s -> p (-5 asr s)) [ 0; 1; 2; 3 ];
  print_newline ();
  p (12 land 10); p (12 lor 10); p (12 lxor 10); p (lnot 0); p (lnot 12);
  p (-1 land 255); p (-256 lor 1); p (min_int lxor max_int); p (max_int lsl 1);
  print_newline ();
  p (1 lsl 2 + 1); p (1 + 2 lsl 3); p (2 * 3 lsl 1); p (7 land 3 * 2); p (2 lsl 1 lsl 2);
  print_newline ();
  let rec bits n = if n = 0 then 0 else (n land 1) + bits (n lsr 1) in
  p (bits max_int); p (bits min_int); p (bits (-1)); p (bits 1023);
  print_newline ()
