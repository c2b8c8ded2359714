(* Labels: any order, punning, omitted in full application, partial application by label. *)
let sub ~from ~what = from - what
let scale ~by x = x * by
let apply f ~left ~right = f ~right ~left
let area ~width:w ~height:h = w * h
let () =
  Printf.printf "%d %d\n" (sub ~from:10 ~what:3) (sub ~what:3 ~from:10);
  let from = 7 and what = 2 in
  Printf.printf "%d\n" (sub ~what ~from);
  let minus_one = sub ~what:1 in
  Printf.printf "%d\n" (minus_one ~from:5);
  List.iter (fun n -> Printf.printf "%d " n) (List.map (scale ~by:3) [ 1; 2; 3 ]);
  let of_four x = scale 4 ~by:x in
  Printf.printf "%d\n" (of_four 5);
  Printf.printf "%d\n" (apply (fun ~right ~left -> right - left) ~left:1 ~right:10);
  Printf.printf "%d %d\n" (area ~height:2 ~width:5) (area 3 4) [@warning "-6"];
  let f ~a b ~c d = Printf.sprintf "%d%d%d%d" a b c d in
  print_endline (f ~a:1 2 ~c:3 4);
  print_endline (f ~c:3 ~a:1 2 4);
  print_endline (f 2 4 ~a:1 ~c:3);
  print_endline ((f 2 ~c:3) ~a:1 4);
  let g : x:int -> int -> int = fun ~x y -> x - y in
  Printf.printf "%d %d\n" (g ~x:1 2) (g 2 ~x:1);
  print_endline (ListLabels.fold_left ~init:"" ~f:(fun acc n -> acc ^ string_of_int n) [ 1; 2; 3 ])
