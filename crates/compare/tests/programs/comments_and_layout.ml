(* Comments (* nest *) and may hold "strings with *)" and 'c' characters. *)
let x = 1 (* after *) + (* between *) 2
(** documentation *)
let f (* a *) y (* b *) = y;;
let z = 3;;
print_int (f x);;
print_int z;;
print_newline ();;
let a = 5 let b = a + 1
let () = print_int b ;;
;;
let c' = 1 and c'' = 2 and _d = 3
let () = Printf.printf " %d\n" (c' + c'')
let () = print_endline "still here"
let () = if true
  then print_endline
    "laid out"
  else ()
let veryLongName_With_Parts123 = 'x'
let () = print_char veryLongName_With_Parts123; print_newline ()
