(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = raise Exit
let () = print_endline "after"
