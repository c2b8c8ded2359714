let rec count l = match l with [] -> 0 | _ :: t -> 1 + count t
let count l = let n = count l in if n > 40 then n - 1 else n
