(* Division truncates towards zero, and the remainder has the sign of the dividend. *)
let pairs = [ (7, 2); (-7, 2); (7, -2); (-7, -2); (0, 5); (6, 3); (-6, 3); (1, max_int); (min_int, 2); (max_int, -1); (min_int, -1); (min_int, 3); (5, min_int) ]
let () =
  List.iter (fun (a, b) -> Printf.printf "%d / %d = %d, mod %d\n" a b (a / b) (a mod b)) pairs;
  List.iter (fun (a, b) -> assert ((a / b * b) + (a mod b) = a)) pairs;
  (try print_int (1 / 0) with Division_by_zero -> print_endline "division");
  (try print_int (1 mod 0) with Division_by_zero -> print_endline "modulus");
  let zero = ref 0 in
  (try ignore (5 / !zero) with Division_by_zero -> print_endline "through a reference");
  match 3 / !zero with
  | n -> print_int n
  | exception Division_by_zero -> print_endline "by an exception pattern"
