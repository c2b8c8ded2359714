type 'a nested = Flat of 'a | Nest of ('a * 'a) nested
let rec depth : 'a. 'a nested -> int = function Flat _ -> 0 | Nest n -> 1 + depth n
let rec size : type a. a nested -> int = fun n -> match n with Flat _ -> 1 | Nest m -> 2 * size m
type 'a perfect = Zero of 'a | Succ of ('a * 'a) perfect
let rec map : 'a 'b. ('a -> 'b) -> 'a perfect -> 'b perfect = fun f -> function Zero x -> Zero (f x) | Succ p -> Succ (map (fun (x, y) -> (f x, f y)) p)
