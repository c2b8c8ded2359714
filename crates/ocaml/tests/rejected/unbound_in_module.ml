let f l =
  List.mpa succ l
(* expect: 2:2 unbound-value *)
