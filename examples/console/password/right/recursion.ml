let rec ask tries =
  if tries = 0 then print_endline "Locked"
  else if read_line () = "sesame" then print_endline "Welcome"
  else ask (tries - 1)

let () = ask 3
