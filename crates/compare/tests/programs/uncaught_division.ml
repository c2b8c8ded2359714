(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = print_int (1 / (Random.int 1))
let () = print_endline "after"
