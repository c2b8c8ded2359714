let f b =
  if b then 1
  else "no"
(* expect: 3:7 type-mismatch *)
