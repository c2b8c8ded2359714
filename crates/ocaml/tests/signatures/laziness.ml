let l = lazy (1 + 2)
let v = Lazy.force l
let rec ones = 1 :: ones
let f (lazy x) = x
type 'a stream = Cons of 'a * 'a stream Lazy.t
let rec from n = Cons (n, lazy (from (n + 1)))
let rec take n (Cons (x, s)) = if n = 0 then [] else x :: take (n - 1) (Lazy.force s)
let delayed x = lazy x
let seq : int Seq.t = Seq.map succ (List.to_seq [1; 2])
