let primes = [ 2; 3; 5; 7; 9 ]
let sum l = List.fold_left (fun total x -> total + x) 0 l
let rec last l = match l with [] -> failwith "last" | x :: rest -> if rest = [] then x else last rest
