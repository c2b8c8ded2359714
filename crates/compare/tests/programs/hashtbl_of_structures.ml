(* Hash tables keyed by structures; mutation while folding over a copy. *)
type key = { a : int; b : string }
type shape = Dot | Line of int * int | Poly of (int * int) list
let () =
  let h = Hashtbl.create 3 in
  Hashtbl.replace h { a = 1; b = "x" } "first"; Hashtbl.replace h { a = 1; b = "x" } "second"; Hashtbl.replace h { a = 2; b = "x" } "third";
  Printf.printf "%d %s\n" (Hashtbl.length h) (Hashtbl.find h { a = 1; b = "x" });
  let s = Hashtbl.create 3 in
  List.iteri (fun i k -> Hashtbl.add s k i) [ Dot; Line (1, 2); Poly [ (1, 1); (2, 2) ]; Dot; Poly [] ];
  Printf.printf "%d %d %d\n" (Hashtbl.find s Dot) (Hashtbl.find s (Poly [ (1, 1); (2, 2) ])) (List.length (Hashtbl.find_all s Dot));
  Hashtbl.iter (fun k v -> Printf.printf "%s%d " (match k with Dot -> "dot" | Line _ -> "line" | Poly l -> "poly" ^ string_of_int (List.length l)) v) s;
  print_newline ();
  (try ignore (Hashtbl.hash (fun x -> x)) with Invalid_argument m -> print_endline m | Failure m -> print_endline m);
  let f = Hashtbl.create 2 in
  List.iter (fun x -> Hashtbl.replace f x ()) [ 1.5; 2.5; -0.; 0.; nan ];
  Printf.printf "%d\n" (Hashtbl.length f);
  let stats = Hashtbl.stats s in
  Printf.printf "%d\n" stats.Hashtbl.num_bindings
