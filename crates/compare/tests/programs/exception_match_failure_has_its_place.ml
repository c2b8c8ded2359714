(* A failed match says where it is. *)
let [@warning "-8"] f = function 1 -> "one" | 2 -> "two"
let [@warning "-8"] g x y = match (x, y) with 0, 0 -> 0 | a, b when a > b -> a
let [@warning "-8"] h l =
  let (x :: _) = l in
  x
let place k = try k () with Match_failure (_, line, column) -> Printf.printf "line %d, column %d\n" line column
let () =
  place (fun () -> print_endline (f 1));
  place (fun () -> print_endline (f 3));
  place (fun () -> print_int (g 1 1));
  place (fun () -> print_int (h []));
  place (fun () -> (fun [@warning "-8"] (Some x) -> print_int x) None);
  place (fun () ->
      match [ 1; 2; 3 ] with
      | [ x ] -> print_int x
      | [ x; y ] -> print_int (x + y))
