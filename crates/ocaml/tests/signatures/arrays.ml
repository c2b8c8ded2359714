let a = [| 1; 2; 3 |]
let sum = Array.fold_left ( + ) 0 a
let swap a i j = let t = a.(i) in a.(i) <- a.(j); a.(j) <- t
let sq = Array.map (fun x -> x * x) a
let empty = [||]
let tab = Array.init 3 (fun i -> Array.make i 'x')
let mat m i j = m.(i).(j)
let sorted a = let b = Array.copy a in Array.sort compare b; b
let l = Array.to_list a
