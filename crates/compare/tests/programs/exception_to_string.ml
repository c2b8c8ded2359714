(* How exceptions read as text. *)
exception Plain
exception One of int
exception Two of int * string
exception Text of string
exception Deep of (int * int)
exception Fl of float
exception Ch of char
exception Bo of bool
exception Rec of { a : int; b : string }
module M = struct exception Inner of int list end
let () =
  List.iter
    (fun e -> print_endline (Printexc.to_string e))
    [ Plain; One 1; One (-1); Two (1, "a"); Text "q\"uote\n"; Deep (1, 2); Fl 1.5; Ch 'a'; Bo true; M.Inner []; M.Inner [ 1 ]; Rec { a = 1; b = "x" };
      Not_found; Exit; Failure "f"; Invalid_argument "i"; Division_by_zero; End_of_file; Stack_overflow; Out_of_memory; Sys_error "s";
      Match_failure ("f.ml", 1, 2); Assert_failure ("f.ml", 3, 4) ];
  Printexc.register_printer (function One n -> Some ("one:" ^ string_of_int n) | _ -> None);
  print_endline (Printexc.to_string (One 5));
  print_endline (Printexc.to_string Plain)
