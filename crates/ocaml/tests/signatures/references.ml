let counter = ref 0
let tick () = incr counter; !counter
let table = ref []
let push x = table := x :: !table
let swap a b = let t = !a in a := !b; b := t
let memo f = let cache = ref [] in fun x -> match List.assoc_opt x !cache with Some y -> y | None -> let y = f x in cache := (x, y) :: !cache; y
let weak = ref None
let id_list = let l = [] in l
let pair = (ref 1, fun x -> x)
