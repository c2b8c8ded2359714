(* assert says where it failed; assert true is unit. *)
let () =
  assert true;
  assert (1 + 1 = 2);
  (try assert (1 = 2) with Assert_failure (_, line, column) -> Printf.printf "%d %d\n" line column);
  (try
     ignore (if true then
       assert false
     else 3)
   with Assert_failure (_, line, column) -> Printf.printf "%d %d\n" line column);
  let f x = assert (x > 0); x in
  print_int (f 3);
  print_newline ()
