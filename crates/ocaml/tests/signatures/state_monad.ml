type ('s, 'a) state = 's -> 'a * 's
let return x : ('s, 'a) state = fun s -> (x, s)
let bind (m : ('s, 'a) state) f : ('s, 'b) state = fun s -> let (x, s) = m s in f x s
let ( let* ) = bind
let get s = (s, s)
let put s _ = ((), s)
let tick = let* n = get in let* () = put (n + 1) in return n
let rec label = function [] -> return [] | x :: l -> let* n = tick in let* rest = label l in return ((n, x) :: rest)
