(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = print_int [| 1 |].(3)
let () = print_endline "after"
