type matrix = float array array
let make n m f : matrix = Array.init n (fun i -> Array.init m (fun j -> f i j))
let dims (a : matrix) = (Array.length a, if Array.length a = 0 then 0 else Array.length a.(0))
let mul (a : matrix) (b : matrix) : matrix =
  let n, k = dims a in
  let _, m = dims b in
  make n m (fun i j -> let s = ref 0. in for l = 0 to k - 1 do s := !s +. a.(i).(l) *. b.(l).(j) done; !s)
let identity n = make n n (fun i j -> if i = j then 1. else 0.)
let rec power a n = if n = 0 then identity (fst (dims a)) else if n mod 2 = 0 then let h = power a (n / 2) in mul h h else mul a (power a (n - 1))
