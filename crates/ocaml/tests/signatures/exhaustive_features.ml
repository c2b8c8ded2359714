let rec gcd a b = if b = 0 then a else gcd b (a mod b)
let primes n = let rec sieve = function [] -> [] | p :: xs -> p :: sieve (List.filter (fun x -> x mod p <> 0) xs) in sieve (List.init (n - 1) (fun i -> i + 2))
let rec permutations = function [] -> [[]] | l -> List.concat_map (fun x -> List.map (fun p -> x :: p) (permutations (List.filter (( <> ) x) l))) l
let group l = List.fold_right (fun x acc -> match acc with (y, n) :: rest when x = y -> (y, n + 1) :: rest | _ -> (x, 1) :: acc) l []
let rec hanoi n a b c = if n = 0 then [] else hanoi (n - 1) a c b @ [(a, b)] @ hanoi (n - 1) c b a
let memo_fib = let t = Hashtbl.create 10 in let rec fib n = if n < 2 then n else match Hashtbl.find_opt t n with Some v -> v | None -> let v = fib (n - 1) + fib (n - 2) in Hashtbl.add t n v; v in fib
let rec quicksort = function [] -> [] | p :: l -> let a, b = List.partition (fun x -> x < p) l in quicksort a @ (p :: quicksort b)
let transpose l = let rec go = function [] | [] :: _ -> [] | l -> List.map List.hd l :: go (List.map List.tl l) in go l
