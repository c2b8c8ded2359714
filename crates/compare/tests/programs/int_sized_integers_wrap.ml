(* Int32, Int64 and Nativeint wrap at their own size. *)
let () =
  Printf.printf "%ld %ld %ld\n" Int32.max_int (Int32.succ Int32.max_int) (Int32.mul 65536l 65536l);
  Printf.printf "%Ld %Ld\n" Int64.min_int (Int64.pred Int64.min_int);
  Printf.printf "%nd\n" (Nativeint.add 1n 2n);
  Printf.printf "%ld %ld\n" (Int32.div (-7l) 2l) (Int32.rem (-7l) 2l);
  Printf.printf "%lx %Lx\n" (-1l) (-1L);
  Printf.printf "%d %d\n" (Int32.to_int 5l) (Int64.to_int 4611686018427387904L);
  Printf.printf "%ld\n" (Int32.of_int 4294967297);
  Printf.printf "%ld %Ld\n" (Int32.shift_left 1l 31) (Int64.shift_right_logical (-1L) 60);
  Printf.printf "%b %d\n" (Int64.equal 1L 1L) (compare 3L 2L);
  Printf.printf "%s %s\n" (Int64.to_string (Int64.of_string "-9")) (Int32.to_string (Int32.of_string "0x7f"));
  try ignore (Int64.div 1L 0L) with Division_by_zero -> print_endline "division"
