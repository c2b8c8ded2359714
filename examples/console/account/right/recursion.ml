let rec loop balance =
  print_string "> ";
  match read_int () with
  | 0 -> Printf.printf "final: %d\n" balance
  | x when balance + x < 0 -> print_endline "INSUFFICIENT"; loop balance
  | x -> Printf.printf "%d\n" (balance + x); loop (balance + x)

let () = loop 0
