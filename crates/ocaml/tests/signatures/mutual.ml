type 'a rose = Rose of 'a * 'a forest
and 'a forest = 'a rose list
let rec size (Rose (_, f)) = 1 + size_forest f
and size_forest f = List.fold_left (fun n t -> n + size t) 0 f
let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)
type t = A of u | B
and u = { left : t; right : t option }
let rec depth = function A { left; right } -> 1 + max (depth left) (match right with None -> 0 | Some t -> depth t) | B -> 0
