let rec insert (x : float) = function [] -> [ x ] | y :: t as l -> if x <= y then x :: l else y :: insert x t
let sort l = List.fold_left (fun sorted x -> insert x sorted) [] l
