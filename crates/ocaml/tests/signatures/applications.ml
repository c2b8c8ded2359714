let compose = List.fold_left (fun f g x -> g (f x)) (fun x -> x)
let a = [1; 2; 3] |> List.map succ |> List.fold_left ( + ) 0
let b = List.length @@ List.filter (fun x -> x > 1) [1; 2]
let c = (fun x y -> x * y) 2
let d f = f 1 "a" 'c'
let e = String.concat "," (List.map string_of_int [1])
let f = max (min 1 2)
let g = compare (1, "a") (2, "b")
let h = not true || false && true
let i x = fst x + snd x
let j = (~-) 3 + (~+) 2
let k = ( := )
let l = List.map (( * ) 2)
let m = abs (-3), succ 4, float_of_int 3, truncate 2.5
