(* The labelled variants of the library. *)
open StdLabels
let () =
  print_endline (String.concat ~sep:"-" (List.map ~f:string_of_int [ 1; 2; 3 ]));
  List.iter ~f:print_int (List.filter ~f:(fun x -> x > 1) [ 1; 2; 3 ]);
  Printf.printf " %d\n" (List.fold_left ~f:( + ) ~init:0 [ 1; 2; 3 ]);
  Array.iter ~f:print_int (Array.map ~f:succ [| 1; 2 |]);
  Printf.printf " %d\n" (Array.fold_right ~f:( - ) [| 5; 3 |] ~init:1);
  print_endline (String.sub "abcdef" ~pos:1 ~len:3);
  print_endline (ListLabels.assoc 1 [ (1, "one") ]);
  List.iter ~f:print_int (List.sort ~cmp:compare [ 3; 1; 2 ]);
  Printf.printf " %b %b\n" (List.mem 3 ~set:[ 1; 3 ]) (List.exists ~f:(fun x -> x > 5) [ 1 ])
