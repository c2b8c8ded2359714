let r = ref []
let () = r := [1]
let () = r := ["a"]
(* expect: 3:15 type-mismatch *)
