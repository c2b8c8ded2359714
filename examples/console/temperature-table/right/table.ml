let () =
  let low = int_of_string (read_line ()) in
  let high = int_of_string (read_line ()) in
  for c = low to high do
    Printf.printf "%d %.1f\n" c ((float_of_int c *. 9. /. 5.) +. 32.)
  done
