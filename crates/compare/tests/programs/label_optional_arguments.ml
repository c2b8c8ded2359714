(* Optional arguments: default, given, passed on as an option, erased by full application. *)
let greet ?(greeting = "Hello") ?name () = greeting ^ ", " ^ (match name with None -> "you" | Some n -> n)
let range ?(first = 0) ?(step = 1) last =
  let rec go n = if n > last then [] else n :: go (n + step) in
  go first
let outer ?step ?first last = range ?step ?first last
let show l = String.concat "," (List.map string_of_int l)
let () =
  print_endline (greet ());
  print_endline (greet ~name:"Ann" ());
  print_endline (greet ~greeting:"Hi" ?name:(Some "Bob") ());
  print_endline (greet ?greeting:None ?name:None ());
  print_endline (show (range 3));
  print_endline (show (range ~step:2 7));
  print_endline (show (range ~first:5 ~step:2 9));
  print_endline (show (range 9 ~first:7));
  print_endline (show (outer 3) ^ " " ^ show (outer ~first:2 4));
  print_endline (String.concat " " (List.map (fun n -> show (range n)) [ 1; 2 ]));
  let apply f x = f x in
  print_endline (show (apply (range ~first:1) 4));
  let f ?(a = 1) b ?(c = 3) d = (a * 1000) + (b * 100) + (c * 10) + d in
  Printf.printf "%d %d %d\n" (f 2 4) (f ~a:9 2 4) (f 2 ~c:9 4);
  let g ?(x = print_string "default "; 5) () = x in
  Printf.printf "%d %d\n" (g ()) (g ~x:1 ());
  let h ?(a = 1) ?(b = a + 1) () = a + b in
  Printf.printf "%d %d %d\n" (h ()) (h ~a:5 ()) (h ~b:5 ());
  let k ?x y = match x with Some v -> v + y | None -> y in
  Printf.printf "%d %d\n" (k 1) (List.fold_left (fun acc y -> acc + k ~x:10 y) 0 [ 1; 2 ])
