(* Applies functions one after the other, the first one first. *)
let compose f g x = g (f x)
let compose_all functions x = (List.fold_left compose (fun y -> y) functions) x
