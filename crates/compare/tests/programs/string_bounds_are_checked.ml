(* Every access outside of a string raises Invalid_argument with its text. *)
let attempt f = try f () with Invalid_argument m -> print_endline ("Invalid_argument " ^ m)
let () =
  attempt (fun () -> print_char "abc".[3]);
  attempt (fun () -> print_char "abc".[-1]);
  attempt (fun () -> print_char (String.get "" 0));
  attempt (fun () -> print_endline (String.sub "abc" 2 2));
  attempt (fun () -> print_endline (String.sub "abc" (-1) 1));
  attempt (fun () -> print_endline (String.sub "abc" 0 (-1)));
  attempt (fun () -> print_endline ("[" ^ String.sub "abc" 3 0 ^ "]"));
  attempt (fun () -> print_endline (String.make (-1) 'x'));
  attempt (fun () -> print_endline (String.init (-2) (fun _ -> 'x')));
  attempt (fun () -> Bytes.set (Bytes.make 2 'a') 2 'b');
  attempt (fun () -> print_string (Bytes.sub_string (Bytes.of_string "abc") 1 3))
