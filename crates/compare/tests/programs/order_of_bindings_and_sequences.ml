(* let ... and evaluates in order of writing; sequences, conditions and matches go left to right. *)
let t n = print_int n; print_char ' '; n
let () =
  let a = t 1 in
  let b = t 2 and c = t 3 and d = t 4 in
  ignore (a + b + c + d);
  print_newline ();
  ignore (t 1); ignore (t 2);
  print_newline ();
  ignore (if t 1 = 1 then t 2 else t 3);
  print_newline ();
  (match (t 1, t 2) with 1, 2 -> ignore (t 3) | _ -> ignore (t 4));
  print_newline ();
  let r = ref 0 in
  r := (incr r; t 5);
  print_int !r;
  print_newline ();
  let arr = [| 0; 0 |] in
  arr.(t 1) <- t 7;
  print_int arr.(1);
  print_newline ();
  (fun x -> ignore (t 9); ignore x) (t 8);
  print_newline ();
  ignore (t 1 < t 2 && t 3 > t 4);
  print_newline ();
  for i = t 1 to t 2 do ignore (t (i * 10)) done;
  print_newline ()
