(* Reraising, exceptions as values, wildcard handlers, exceptions from deep inside library functions. *)
exception Wrap of string * exn
let risky n = match n with 0 -> raise Not_found | 1 -> failwith "one" | 2 -> invalid_arg "two" | 3 -> raise (Wrap ("three", Exit)) | 4 -> List.hd [] | 5 -> int_of_string "?" | 6 -> [| 1 |].(n) | 7 -> 1 / (n - 7) | 8 -> assert false | n -> n
let log = Buffer.create 16
let logged n = try risky n with e -> Buffer.add_string log (Printexc.to_string e ^ ";"); raise e
let outcome n = match logged n with v -> Ok v | exception (Not_found | Failure _ as e) -> Error ("expected " ^ Printexc.to_string e) | exception Wrap (s, inner) -> Error (s ^ "/" ^ Printexc.to_string inner) | exception Assert_failure _ -> Error "assert" | exception e -> Error ("other " ^ Printexc.to_string e)
let () =
  for n = 0 to 9 do match outcome n with Ok v -> Printf.printf "ok %d\n" v | Error m -> print_endline m done;
  print_int (String.length (Buffer.contents log)); print_newline ();
  let all = List.map (fun n -> try ignore (risky n); None with e -> Some e) [ 0; 1; 9 ] in
  List.iter (function None -> print_string "none " | Some (Failure m) -> print_string (m ^ " ") | Some _ -> print_string "some ") all;
  print_newline ();
  (try List.iter (fun x -> if x = 3 then raise Exit else print_int x) [ 1; 2; 3; 4 ] with Exit -> print_endline " stopped");
  (try ignore (List.fold_left (fun acc x -> if x < 0 then raise (Wrap ("negative", Failure (string_of_int acc))) else acc + x) 0 [ 1; 2; -1 ]) with Wrap (m, Failure s) -> print_endline (m ^ s));
  let finally = ref 0 in
  (try Fun.protect ~finally:(fun () -> incr finally) (fun () -> raise Not_found) with Not_found -> incr finally);
  Printf.printf "%d\n" !finally
