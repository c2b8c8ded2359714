let s = Printf.sprintf "%d" "a"
(* expect: 1:28 type-mismatch *)
