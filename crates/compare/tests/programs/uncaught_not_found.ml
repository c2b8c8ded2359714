(* What was printed before the exception stays. *)
let () = print_endline "before"
let () = ignore (List.find (fun x -> x > 3) [ 1 ])
let () = print_endline "after"
