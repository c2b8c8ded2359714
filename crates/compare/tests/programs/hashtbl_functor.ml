(* Hashtbl.Make with an own equality. *)
module Ci = Hashtbl.Make (struct
  type t = string
  let equal a b = String.lowercase_ascii a = String.lowercase_ascii b
  let hash s = Hashtbl.hash (String.lowercase_ascii s)
end)
let () =
  let h = Ci.create 5 in
  Ci.add h "Key" 1; Ci.replace h "KEY" 2; Ci.add h "other" 3;
  Printf.printf "%d %d %b %d\n" (Ci.find h "key") (Ci.length h) (Ci.mem h "OTHER") (Ci.fold (fun _ v acc -> v + acc) h 0);
  Ci.remove h "kEy";
  print_endline (match Ci.find_opt h "key" with None -> "none" | Some n -> string_of_int n);
  Ci.iter (fun k v -> Printf.printf "%s %d\n" k v) h
