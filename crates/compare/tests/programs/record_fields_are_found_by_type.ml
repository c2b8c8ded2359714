(* The last record with a field wins, unless the type is known. *)
type a = { name : string; size : int }
type b = { name : string; weight : float }
let of_b r = r.name
let of_a (r : a) = r.name ^ string_of_int r.size
let make : a = { name = "a"; size = 1 }
module M = struct type t = { key : int; value : string } let default = { key = 0; value = "none" } end
let () =
  print_endline (of_b { name = "b"; weight = 1. });
  print_endline (of_a { name = "x"; size = 2 });
  print_endline (of_a make);
  print_endline M.default.M.value;
  print_endline { M.key = 1; value = "qualified" }.M.value;
  print_endline M.{ key = 1; value = "opened" }.M.value;
  let open M in
  Printf.printf "%d %s\n" default.key { default with value = "changed" }.value;
  let get { M.key; _ } = key in
  print_int (get { key = 7; value = "" });
  print_newline ()
