let swap (a : int ref) (b : int ref) =
  let t = !a in
  a := !b;
  b := t
