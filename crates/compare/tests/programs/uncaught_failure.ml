(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = failwith "x"
let () = print_endline "after"
