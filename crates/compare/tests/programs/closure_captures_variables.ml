(* Closures capture bindings, not names; each call of a maker has its own state. *)
let x = 1
let f y = x + y
let x = 100
let counter () =
  let n = ref 0 in
  ((fun () -> incr n; !n), fun () -> n := 0)
let () =
  Printf.printf "%d %d\n" (f 1) x;
  let next, reset = counter () and other, _ = counter () in
  ignore (next ()); ignore (next ());
  Printf.printf "%d %d " (next ()) (other ());
  reset ();
  Printf.printf "%d\n" (next ());
  let fs = List.map (fun i -> fun k -> (i * 10) + k) [ 1; 2; 3 ] in
  List.iter (fun g -> Printf.printf "%d " (g 5)) fs;
  let gs = ref [] in
  for i = 1 to 3 do gs := (fun () -> i) :: !gs done;
  List.iter (fun g -> Printf.printf "%d " (g ())) !gs;
  print_newline ();
  let rec make n = if n = 0 then fun x -> x else let g = make (n - 1) in fun x -> g (x + n) in
  Printf.printf "%d\n" (make 10 0);
  let a = 1 in
  let g b = let c = a + b in fun d -> let e = c + d in fun h -> a + b + c + d + e + h in
  Printf.printf "%d\n" (g 2 3 4)
