let () =
  let n = read_int () in
  let price = read_float () in
  Printf.printf "%.2f\n" (float_of_int n *. price *. if n >= 10 then 0.9 else 1.0)
