let r = ref 0
let () = r := "a"
(* expect: 2:14 type-mismatch *)
