(* Patterns in let, fun, labelled arguments, and nested destructuring. *)
let[@warning "-8"] ((a, b), [| c; d |], { contents = e }) = ((1, 2), [| 3; 4 |], ref 5)
let[@warning "-8"] f (x, (y, z)) [ p; q ] = x + y + z + p + q
let g ~k:(u, v) ?o:(w = 3) () = u + v + w
let unit () = "unit"
let ignore_all _ _ = "ignored"
let () =
  Printf.printf "%d%d%d%d%d\n" a b c d e;
  Printf.printf "%d\n" (f (1, (2, 3)) [ 4; 5 ]);
  Printf.printf "%d %d\n" (g ~k:(1, 2) ()) (g ~k:(1, 2) ~o:10 ());
  print_endline (unit () ^ ignore_all 1 "x");
  let (x, y) as p = (1, 2) in
  Printf.printf "%d\n" (x + y + fst p);
  let { contents = z } = ref 9 in
  let h = fun (a, b) { contents = c } -> a * b * c in
  Printf.printf "%d %d\n" z (h (2, 3) (ref 4));
  List.iter (fun (k, v) -> Printf.printf "%s=%d " k v) [ ("a", 1); ("b", 2) ];
  let rec zip = function (x :: xs, y :: ys) -> (x, y) :: zip (xs, ys) | _ -> [] in
  Printf.printf "%d\n" (List.length (zip ([ 1; 2; 3 ], [ 'a'; 'b' ])));
  let (n : int) = 5 and (s : string) = "five" in
  Printf.printf "%d %s\n" n s;
  let _ = print_string "effect " and () = print_endline "unit" in
  ()
