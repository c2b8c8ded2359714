(* Whether a comes before b. *)
let less a b = a < b
