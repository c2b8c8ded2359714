let id x = x
let const a _ = a
let compose f g x = f (g x)
let flip f a b = f b a
let pair = (id 1, id "a")
let rec poly : 'a. 'a list -> int = function [] -> 0 | _ :: t -> 1 + poly t
let local (type a) (x : a) : a list = [x]
let k : 'x -> 'y -> 'x = fun x _ -> x
let twice = fun f -> fun x -> f (f x)
let apply_all fs x = List.map (fun f -> f x) fs
let rec fix f x = f (fix f) x
type 'a box = Box of 'a
let unbox (Box x) = x
let eta = fun x -> List.map id x
let noeta = List.map id
let c = let rec loop x = loop x in loop
let (|>>) x f = f x
let ( *** ) f g (a, b) = (f a, g b)
let ( let* ) o f = Option.bind o f
let ( and* ) a b = match a, b with Some a, Some b -> Some (a, b) | _ -> None
let add a b = let* x = a and* y = b in Some (x + y)
let nested a = let* x = a in let* y = x in Some [y]
