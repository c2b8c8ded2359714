let all = List.fold_left (&&) true
let any l = List.fold_left ( || ) false l
let f a b = (&&) a b
let g = (||) true
