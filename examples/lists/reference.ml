let primes = [ 2; 3; 5; 7; 11 ]
let rec sum l = match l with [] -> 0 | x :: rest -> x + sum rest
let rec last l = match l with [] -> failwith "last" | [ x ] -> x | _ :: rest -> last rest
let rec count x l = match l with [] -> 0 | y :: rest -> (if x = y then 1 else 0) + count x rest
