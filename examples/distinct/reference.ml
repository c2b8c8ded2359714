let seen = Hashtbl.create 16

(* How many different numbers are in a list. *)
let distinct l =
  Hashtbl.reset seen;
  List.iter (fun x -> Hashtbl.replace seen x ()) l;
  Hashtbl.length seen
