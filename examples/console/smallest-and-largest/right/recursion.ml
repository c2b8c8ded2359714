let rec go low high =
  match read_int () with
  | 0 -> Printf.printf "from %d to %d\n" low high
  | x -> go (min low x) (max high x)

let () = let x = read_int () in go x x
