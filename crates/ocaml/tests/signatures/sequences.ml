let f x = print_string "a"; print_string x; String.length x
let g () = ignore (f "x"); ()
let h l = List.iter (fun x -> print_int x; print_char ' ') l; print_newline ()
let () = ()
let _ = f "z"
let k x = if x then print_endline "yes"
let b = begin 1 + 2 end
let t = (); 3
