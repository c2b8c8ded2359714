(* Handlers nest; what a handler does not match goes on; what a handler raises is not its own. *)
exception A
exception B
let () =
  (try try raise A with B -> print_endline "inner" with A -> print_endline "outer");
  (try try raise A with A -> raise B with B -> print_endline "raised by the handler" | A -> print_endline "wrong");
  let n = try 1 + (try 2 + raise A with A -> 10) with _ -> 100 in
  Printf.printf "%d\n" n;
  let rec count k = if k = 0 then raise A else try count (k - 1) with B -> 0 in
  (try print_int (count 1000) with A -> print_endline "from depth 1000");
  let rec down k = if k = 0 then raise A else try down (k - 1) with A -> if k < 50 then raise A else k in
  Printf.printf "%d\n" (down 60);
  let r = ref [] in
  (try
     r := 1 :: !r;
     ignore (failwith "stop");
     r := 2 :: !r
   with Failure _ -> r := 3 :: !r);
  List.iter print_int !r;
  print_newline ();
  let protect f = Fun.protect ~finally:(fun () -> print_string "finally ") f in
  Printf.printf "%d\n" (protect (fun () -> 5));
  (try ignore (protect (fun () -> raise A)) with A -> print_endline "and A")
