(* match with exception cases covers only the scrutinee. *)
exception Stop of int
let f n = if n > 2 then raise (Stop n) else if n < 0 then failwith "negative" else n
let g n =
  match f n with
  | 0 -> "zero"
  | 1 -> raise (Stop 100)
  | k -> "value " ^ string_of_int k
  | exception Stop k when k > 10 -> "big stop"
  | exception Stop k -> "stop " ^ string_of_int k
  | exception (Failure _ | Not_found) -> "failure"
let () =
  List.iter (fun n -> print_endline (try g n with Stop k -> "escaped " ^ string_of_int k)) [ 0; 1; 2; 3; 30; -1 ];
  let h x = match List.assoc x [ (1, "a") ] with s -> s | exception Not_found -> "?" in
  print_endline (h 1 ^ h 2);
  print_endline (match int_of_string "x" with 1 | exception Failure _ -> "one or bad" | _ -> "other")
