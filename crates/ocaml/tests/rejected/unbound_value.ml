let rec length l = match l with [] -> 0 | _ :: t -> 1 + lenght t
(* expect: 1:56 unbound-value *)
