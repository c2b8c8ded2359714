(* A tuple that is matched at once is evaluated from left to right; any other from right to left. *)
let t n = print_int n; print_char ' '; n
let line () = print_newline ()
let () =
  (match (t 1, t 2) with x -> ignore x); line ();
  (match (t 1, t 2) with x, y -> ignore (x + y)); line ();
  (match (t 1, t 2) with x, y -> ignore (x + y) | exception Not_found -> ()); line ();
  (match (t 1, (t 2, t 3), t 4) with 1, (y, _), _ -> ignore y | _ -> ()); line ();
  (let x, y = (t 1, t 2) in ignore (x + y)); line ();
  (match [ t 1; t 2 ] with [ a; _ ] -> ignore a | _ -> ()); line ();
  (match Some (t 1, t 2) with Some (a, _) -> ignore a | None -> ()); line ();
  (fun (a, _) -> ignore a) (t 1, t 2); line ();
  (match (t 1, t 2) with _ when t 3 = 3 -> () | _ -> ()); line ();
  let _ = (t 1, t 2) in
  line ();
  let (x, Some y) = (t 1, Some (t 2)) in
  ignore (x + y); line ()
let x, y = (t 1, t 2)
let () = ignore (x + y); line ()
