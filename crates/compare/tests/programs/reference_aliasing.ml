(* References and their aliases. *)
let () =
  let r = ref 1 in
  let s = r in
  s := 5;
  Printf.printf "%d %b\n" !r (r == s);
  let c = ref !r in
  c := 7;
  Printf.printf "%d %d\n" !r !c;
  incr r; decr c;
  Printf.printf "%d %d\n" !r !c;
  let rr = ref r in
  !rr := 100;
  Printf.printf "%d\n" !r;
  rr := c;
  !rr := 200;
  Printf.printf "%d %d\n" !r !c;
  r.contents <- 3;
  Printf.printf "%d %d\n" r.contents !{ contents = 9 };
  let swap a b = let t = !a in a := !b; b := t in
  swap r c;
  Printf.printf "%d %d\n" !r !c;
  let l = [ ref 1; ref 2 ] in
  List.iter (fun x -> x := !x * 10) l;
  List.iter (fun x -> Printf.printf "%d " !x) l;
  let fact = ref (fun _ -> 0) in
  (fact := fun n -> if n = 0 then 1 else n * !fact (n - 1));
  Printf.printf "%d\n" (!fact 10)
