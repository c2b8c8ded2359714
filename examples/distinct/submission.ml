let seen = Hashtbl.create 16

let distinct l =
  List.iter (fun x -> Hashtbl.replace seen x ()) l;
  Hashtbl.length seen
