(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = print_int (int_of_string "zwei")
let () = print_endline "after"
