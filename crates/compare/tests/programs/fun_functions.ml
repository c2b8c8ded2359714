(* The module Fun. *)
let () =
  Printf.printf "%d %d\n" (Fun.id 3) (Fun.const 4 "x");
  Printf.printf "%d %b\n" (Fun.flip ( - ) 1 10) (Fun.negate (fun x -> x > 3) 2);
  Printf.printf "%d\n" (Fun.protect ~finally:(fun () -> print_string "finally ") (fun () -> print_string "body "; 5));
  (try Fun.protect ~finally:(fun () -> print_string "finally ") (fun () -> failwith "body") with Failure m -> print_endline m);
  (try Fun.protect ~finally:(fun () -> failwith "in finally") (fun () -> ()) with Fun.Finally_raised (Failure m) -> print_endline ("raised " ^ m))
