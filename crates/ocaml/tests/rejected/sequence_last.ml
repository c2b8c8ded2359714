let f () : int = print_string "a"; ()
(* expect: 1:35 type-mismatch *)
