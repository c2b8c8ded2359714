let rec ones = 1 :: ones
let rec f = function 0 -> 1 | n -> n * g (n - 1) and g n = f n
let rec cyc = { contents = Some cyc' } and cyc' = 3
type node = { value : int; next : node Lazy.t }
let rec loop = { value = 1; next = lazy loop }
let rec a = (fun x -> if x = 0 then b else 0) and b = 3
let c = a 0
