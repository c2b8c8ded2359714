let rec f l = match l with [] -> 0 | x :: t -> ((x * (x * x)) + f t) mod 1000003
