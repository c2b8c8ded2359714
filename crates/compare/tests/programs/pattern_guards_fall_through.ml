(* Guards are tried in order, see the bindings, and may have effects. *)
let trace s b = print_string (s ^ " "); b
let f l =
  match l with
  | x :: _ when trace "positive?" (x > 0) -> "positive head"
  | [ x; y ] when trace "pair?" (x = y) -> "equal pair"
  | _ :: rest when trace "rest?" (List.length rest > 2) -> "long"
  | [] when trace "empty?" false -> "never"
  | [] -> "empty"
  | _ -> "default"
let () =
  List.iter (fun l -> print_endline (f l)) [ [ 1 ]; [ -2; -2 ]; [ -2; -3 ]; [ 0; 1; 2; 3 ]; [] ];
  let g = function (a, b) when a = b -> "same" | (a, _) when a > 10 -> "large" | (_, b) as p when b > fst p -> "ascending" | _ -> "else" in
  List.iter (fun p -> print_endline (g p)) [ (1, 1); (11, 2); (1, 2); (2, 1) ];
  let h x = match x with n when n / 10 = 0 && n > 0 -> "digit" | n -> string_of_int n in
  print_endline (h 5 ^ h 50 ^ h (-5))
