(* The module Result. *)
let show = function Ok n -> Printf.printf "Ok %d " n | Error e -> Printf.printf "Error %s " e
let () =
  show (Result.ok 1); show (Result.error "e"); show (Result.map succ (Ok 1)); show (Result.map succ (Error "e")); show (Result.map_error String.uppercase_ascii (Error "e")); show (Result.bind (Ok 3) (fun x -> if x > 2 then Error "big" else Ok x)); show (Result.join (Ok (Ok 4)));
  print_newline ();
  Printf.printf "%d %d %s\n" (Result.value (Error "e") ~default:7) (Result.get_ok (Ok 2)) (Result.get_error (Error "err"));
  (try print_int (Result.get_ok (Error 1)) with Invalid_argument m -> print_endline m);
  (try print_int (Result.get_error (Ok 1)) with Invalid_argument m -> print_endline m);
  Result.iter print_int (Ok 5); Result.iter_error print_string (Error "it");
  Printf.printf " %d\n" (Result.fold ~ok:succ ~error:String.length (Error "four"));
  Printf.printf "%b %b %b %d\n" (Result.is_ok (Ok 1)) (Result.is_error (Ok 1)) (Result.equal ~ok:( = ) ~error:( = ) (Ok 1) (Error 1)) (Result.compare ~ok:compare ~error:compare (Ok 5) (Error 1));
  print_endline (match Result.to_option (Error 1) with None -> "none" | Some () -> "some");
  List.iter print_int (Result.to_list (Ok 3));
  print_newline ()
