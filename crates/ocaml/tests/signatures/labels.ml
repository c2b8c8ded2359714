let f ~x ~y = x - y
let g ?(step = 1) n = n + step
let h ?name () = match name with Some n -> n | None -> "nobody"
let total = f ~y:1 ~x:2
let partial = f ~y:1
let plain = f 3 4
let stepped = g 3 + g ~step:2 3
let passed ?step n = g ?step n
let applied = List.map (g ?step:None) [1; 2]
let erased = List.map g [1; 2]
let labelled ~f:(g : int -> int) ~init:i = g i
let pun x = let y = 2 in f ~x ~y
let nobody = h ()
let curry ~a = fun ~b -> fun c -> a + b + c
let c = curry ~b:1 ~a:2 3
let mixed a ?(b = 0) c ~d = a + b + c + d
let m1 = mixed 1 2 ~d:3
let m2 = mixed ~d:3 1
let opt_list ?(l = []) x = x :: l
let app f = f ~x:1 2
