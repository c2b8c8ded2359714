(* Which strings are integers. *)
let try_it s =
  match int_of_string s with
  | n -> Printf.printf "%S -> %d\n" s n
  | exception Failure m -> Printf.printf "%S -> Failure %S\n" s m
let () =
  List.iter try_it
    [ "0"; "12"; "-12"; "+12"; "0x1F"; "-0x1f"; "0b101"; "0o17"; "0u42"; "1_000"; "_1"; "1_"; ""; "-"; "+"; " 1"; "1 "; "1.0"; "a";
      "0x"; "0xg"; "12a"; "4611686018427387903"; "4611686018427387904"; "-4611686018427387904"; "-4611686018427387905";
      "0x7fffffffffffffff"; "0x8000000000000000"; "--1"; "9999999999999999999"; "0b2"; "0o8"; "-0b11" ];
  let opt s = match int_of_string_opt s with Some n -> string_of_int n | None -> "none" in
  print_endline (String.concat " " (List.map opt [ "1"; ""; "x"; "-3"; "0xff"; "3 " ]));
  (try print_endline (string_of_bool (bool_of_string "yes")) with Invalid_argument m -> print_endline m);
  print_endline (string_of_bool (bool_of_string "true"));
  print_endline (match bool_of_string_opt "False" with None -> "none" | Some b -> string_of_bool b)
