(* A failed match ends the program. *)
let [@warning "-8"] head (x :: _) = x
let () = print_int (head [ 1 ])
let () = print_int (head [])
