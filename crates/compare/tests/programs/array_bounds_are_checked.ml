(* Array: every access outside raises Invalid_argument with its text. *)
let attempt f = try ignore (f ()); print_endline "fine" with Invalid_argument m -> print_endline m
let () =
  let a = [| 1; 2; 3 |] in
  attempt (fun () -> a.(3)); attempt (fun () -> a.(-1)); attempt (fun () -> a.(3) <- 1; 0); attempt (fun () -> [||].(0)); attempt (fun () -> a.(2));
  attempt (fun () -> Array.make (-1) 0); attempt (fun () -> Array.init (-1) (fun i -> i)); attempt (fun () -> Array.sub a 2 2); attempt (fun () -> Array.sub a (-1) 1); attempt (fun () -> Array.sub a 3 0);
  attempt (fun () -> Array.fill a 1 5 0; a); attempt (fun () -> Array.blit a 0 a 2 2; a); attempt (fun () -> Array.map2 ( + ) a [| 1 |]); attempt (fun () -> Array.iter2 (fun _ _ -> ()) a [||]; a);
  attempt (fun () -> Array.combine a [||]); attempt (fun () -> Array.get a 100); attempt (fun () -> Array.make_matrix 2 (-1) 0);
  Array.iter print_int a;
  print_newline ()
