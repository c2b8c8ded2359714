(* How conditions, sequences and matches nest. *)
let f x = if x > 0 then "pos" else if x < 0 then "neg" else "zero"
let g x =
  match x with
  | 0 -> print_string "zero "; "a"
  | n ->
      if n > 5 then print_string "big ";
      let m = n * 2 in
      print_int m; print_string " ";
      "b"
let h a b =
  begin match a with
  | true -> begin match b with true -> 1 | false -> 2 end
  | false -> 3
  end + 10
let nested = function
  | Some x -> (match x with [] -> "empty" | [ _ ] -> "one" | _ -> "many")
  | None -> "none"
let k = fun x -> function 0 -> x | n -> x + n
let rec loop n = if n > 3 then () else (print_int n; loop (n + 1))
let () =
  print_endline (f 1 ^ f (-1) ^ f 0);
  print_endline (g 0); print_endline (g 3); print_endline (g 6);
  Printf.printf "%d %d %d\n" (h true true) (h true false) (h false true);
  print_endline (nested None ^ nested (Some []) ^ nested (Some [ 1; 2 ]));
  Printf.printf "%d %d\n" (k 5 0) (k 5 2);
  loop 0; print_newline ();
  let x = 5 in let y = if x > 3 then x else -x in let z = match y with 5 -> 'f' | _ -> 'o' in
  print_char z;
  let v = try if x = 5 then raise Exit else 1 with Exit -> 2 in
  print_int v;
  (match x with 5 -> print_string "five" | _ -> ()); print_string " after";
  print_newline ();
  let w = (fun x y -> x - y) 10 @@ 3 and u = (( - ) 10) 3 and t = List.map (( * ) 2) [ 1; 2 ] |> List.fold_left ( + ) 0 in
  Printf.printf "%d %d %d\n" w u t;
  if x = 5 then print_string "a" else print_string "b"; print_endline "c"
