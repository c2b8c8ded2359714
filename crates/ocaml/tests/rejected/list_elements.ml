let l = [1; 2; "three"]
(* expect: 1:15 type-mismatch *)
