(* The rightmost argument that raises is the one that is seen. *)
exception A
exception B
exception C
let name f = print_endline (try f (); "none" with A -> "A" | B -> "B" | C -> "C" | Division_by_zero -> "division")
type r = { x : int; y : int }
let () =
  name (fun () -> ignore ((raise A, raise B)));
  name (fun () -> ignore (raise A + raise B));
  name (fun () -> ignore ((raise A) (raise B) (raise C)));
  name (fun () -> ignore [ raise A; raise B; raise C ]);
  name (fun () -> ignore { x = raise A; y = raise B });
  name (fun () -> ignore ((raise A) / 0));
  name (fun () -> ignore (1 / 0 + raise B));
  name (fun () -> ignore (raise A; raise B));
  name (fun () -> let _ = raise A and _ = raise B in ());
  name (fun () -> if raise A then raise B else raise C);
  name (fun () -> ignore (raise (if true then B else A)))
