let rec fact n k = if n = 0 then k 1 else fact (n - 1) (fun r -> k (n * r))
let six = fact 3 (fun x -> x)
let rec map_k f l k = match l with [] -> k [] | x :: t -> f x (fun y -> map_k f t (fun ys -> k (y :: ys)))
let return x k = k x
let bind m f k = m (fun x -> f x k)
let call_cc f k = f (fun x _ -> k x) k
let church n = fun f x -> let rec go i = if i = 0 then x else f (go (i - 1)) in go n
