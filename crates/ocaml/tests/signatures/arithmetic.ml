let add a b = a + b
let area r = 3.14 *. r *. r
let parity n = if n mod 2 = 0 then "even" else "odd"
let c = 'x' and s = "a\tb\065"
let big = 0x7fff_ffff lsl 3
let (x, y) = (1, 2.5)
let neg = -x
let shifted = (x lsl 2) lor 1
let char_codes = List.map Char.code ['a'; 'b']
