let () =
  let n = read_int () in
  let sum = ref 0 in
  for _ = 1 to n do sum := !sum + read_int () done;
  Printf.printf "The average is %.2f\n" (float_of_int !sum /. float_of_int n)
