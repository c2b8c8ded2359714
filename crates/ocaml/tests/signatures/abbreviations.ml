type name = string
type metro = STATION of name
let f (x:string) = STATION x
let g x = let y = x ^ "" in ignore y; STATION x
let h x = let y = STATION x in ignore y; x ^ ""
let k x = [x ^ "a"; (match STATION "" with STATION n -> n)]
let k2 x = [(match STATION "" with STATION n -> n); x ^ "a"]
let l (x : string list) (y : name list) = x = y
let m x = (x : string); ignore (x : name); x
