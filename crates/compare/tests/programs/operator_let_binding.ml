(* let* and and* with own operators. *)
let ( let* ) = Option.bind
let ( let+ ) o f = Option.map f o
let ( and+ ) a b = match (a, b) with Some x, Some y -> Some (x, y) | _ -> None
let div a b = if b = 0 then None else Some (a / b)
let compute a b c =
  let* x = div a b in
  let* y = div x c in
  Some (x + y)
let sum a b =
  let+ x = a and+ y = b in
  x + y
module Result_ops = struct
  let ( let* ) r f = match r with Ok v -> f v | Error e -> Error e
end
let parse s = match int_of_string_opt s with Some n -> Ok n | None -> Error ("not a number: " ^ s)
let add a b =
  let open Result_ops in
  let* x = parse a in
  let* y = parse b in
  Ok (x + y)
module List_ops = struct let ( let* ) l f = List.concat_map f l let return x = [ x ] end
let show = function None -> "none" | Some n -> string_of_int n
let () =
  print_endline (show (compute 100 5 2));
  print_endline (show (compute 100 0 2));
  print_endline (show (compute 100 5 0));
  print_endline (show (sum (Some 1) (Some 2)) ^ show (sum None (Some 2)));
  List.iter (fun (a, b) -> print_endline (match add a b with Ok n -> string_of_int n | Error e -> e)) [ ("1", "2"); ("x", "2"); ("1", "y") ];
  let pairs = List_ops.(let* x = [ 1; 2 ] in let* y = [ 10; 20 ] in return (x + y)) in
  List.iter (Printf.printf "%d ") pairs;
  print_newline ()
