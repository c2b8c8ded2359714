(* Random: the same numbers for the same seed. *)
let () =
  Random.init 42;
  for _ = 1 to 8 do Printf.printf "%d " (Random.int 1000) done; print_newline ();
  for _ = 1 to 5 do Printf.printf "%b " (Random.bool ()) done; print_newline ();
  for _ = 1 to 4 do Printf.printf "%.6f " (Random.float 10.) done; print_newline ();
  for _ = 1 to 3 do Printf.printf "%d " (Random.bits ()) done; print_newline ();
  Random.init 42;
  Printf.printf "%d\n" (Random.int 1000);
  Random.full_init [| 1; 2; 3 |];
  Printf.printf "%d %d\n" (Random.int 100) (Random.int 1_000_000);
  let s = Random.State.make [| 7 |] in
  Printf.printf "%d %d\n" (Random.State.int s 100) (Random.State.int s 100);
  (try ignore (Random.int 0) with Invalid_argument m -> print_endline m)
