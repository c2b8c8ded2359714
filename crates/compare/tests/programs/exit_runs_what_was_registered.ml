(* exit ends the program after what at_exit registered, last first. *)
let () = at_exit (fun () -> print_endline "first registered")
let () = at_exit (fun () -> print_endline "second registered")
let () = print_endline "working"
let () = exit 0
let () = print_endline "never"
