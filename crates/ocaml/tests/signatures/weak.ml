let r = ref []
let f = List.map (fun x -> x)
let tbl = Hashtbl.create 3
let g = let c = ref None in fun x -> c := Some x; x
let ok = [] @ []
let cov = List.rev []
let opt = Option.map (fun x -> x) None
