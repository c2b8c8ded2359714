let rec x = x + 1
(* expect: 1:12 recursive-value *)
