let less (a : int) b =
  print_endline "comparing";
  a < b
