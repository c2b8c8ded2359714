let () =
  let a = read_int () in
  let op = read_line () in
  let b = read_int () in
  match op with
  | "+" -> Printf.printf "= %d\n" (a + b)
  | "-" -> Printf.printf "= %d\n" (a - b)
  | "*" -> Printf.printf "= %d\n" (a * b)
  | _ -> if b = 0 then print_endline "Error" else Printf.printf "= %d\n" (a / b)
