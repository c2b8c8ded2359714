let rec fib n = if n <= 2 then 1 else fib (n - 1) + fib (n - 2)

let () =
  print_string "How many numbers? ";
  let n = int_of_string (String.trim (read_line ())) in
  let numbers = List.init n (fun i -> string_of_int (fib (i + 1))) in
  print_endline (String.concat " " numbers)
