let f x = let g y = x + y in let h z = g z * 2 in h (g 1)
let g n = let rec loop i acc = if i = 0 then acc else loop (i - 1) (acc * i) in loop n 1
let h x = let rec even n = n = 0 || odd (n - 1) and odd n = n > 0 && even (n - 1) in even x
let k = let x = 1 and y = 2 in x + y
let m = let id x = x in (id 1, id true)
let n (a, b) = let (c, d) = (b, a) in c - d
let o x = let open List in length x + length [x]
let rec p = let t = Hashtbl.create 3 in fun n -> match Hashtbl.find_opt t n with Some v -> v | None -> let v = if n < 2 then n else p (n - 1) + p (n - 2) in Hashtbl.add t n v; v
