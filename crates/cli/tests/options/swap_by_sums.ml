let swap (a : int ref) (b : int ref) =
  a := !a + !b;
  b := !a - !b;
  a := !a - !b
