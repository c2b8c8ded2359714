let greet ?(greeting = "Hello") ?name () = greeting ^ ", " ^ Option.value name ~default:"world"
let a = greet ()
let b = greet ~name:"you" ()
let c = greet ?name:None ~greeting:"Hi" ()
let wrap ?name = greet ?name
let range ?(from = 0) ?(step = 1) upto = let rec go i = if i >= upto then [] else i :: go (i + step) in go from
let d = range 3 @ range ~from:1 5 @ range ~step:2 ~from:1 5
let apply f = f ?x:(Some 1) 2
let e = List.map (range ?step:None) [1]
let f = List.map range [1; 2]
let g ?x ?y z = (x, y, z)
let h = g ~y:1 2
let opt_record ?(r = ref 0) () = incr r; !r
let default_uses_previous a ?(b = a + 1) () = a + b
