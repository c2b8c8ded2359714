let () =
  let f = float_of_int (read_int ()) in
  Printf.printf "%.1f\n" ((f -. 32.) *. 5. /. 9.)
