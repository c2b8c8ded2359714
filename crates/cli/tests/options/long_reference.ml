let rec count l = match l with [] -> 0 | _ :: t -> 1 + count t
