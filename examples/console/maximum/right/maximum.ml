let () =
  print_string "How many numbers? ";
  let n = read_int () in
  let rec go best i = if i = n then best else go (max best (read_int ())) (i + 1) in
  let first = read_int () in
  Printf.printf "The maximum is %d\n" (go first 1)
