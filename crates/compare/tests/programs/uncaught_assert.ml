(* A failed assertion ends the program. *)
let () = print_string "checked "
let positive n = assert (n > 0); n
let () = print_int (positive 1)
let () = print_int (positive 0)
