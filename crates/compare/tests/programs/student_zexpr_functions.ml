(* A student's higher-order exercises. *)
let rec fold_range f acc a b = if a > b then acc else fold_range f (f acc a) (a + 1) b
let fact n = fold_range ( * ) 1 1 n
let rec fib = function 0 -> 0 | 1 -> 1 | n -> fib (n - 1) + fib (n - 2)
let fast_fib n = let rec go a b = function 0 -> a | n -> go b (a + b) (n - 1) in go 0 1 n
let rec gcd a b = if b = 0 then abs a else gcd b (a mod b)
let prime n = n > 1 && (let rec go d = d * d > n || (n mod d <> 0 && go (d + 1)) in go 2)
let rec digits n = if n < 10 then [ n ] else digits (n / 10) @ [ n mod 10 ]
let rec pow b = function 0 -> 1 | n when n mod 2 = 0 -> pow (b * b) (n / 2) | n -> b * pow b (n - 1)
let compose = List.fold_left (fun f g x -> g (f x)) Fun.id
let crazy2val l = let rec go w = function [] -> 0 | `Nil :: t -> go (2 * w) t | `One :: t -> w + go (2 * w) t | `Mone :: t -> -w + go (2 * w) t in go 1 l
let collatz n = let rec go n k = if n = 1 then k else go (if n mod 2 = 0 then n / 2 else (3 * n) + 1) (k + 1) in go n 0
let hanoi n = let rec go n a b c = if n = 0 then [] else go (n - 1) a c b @ ((a, c) :: go (n - 1) b a c) in go n 'a' 'b' 'c'
let queens n = let rec go k = if k = 0 then [ [] ] else List.concat_map (fun qs -> List.filter_map (fun q -> if List.for_all (fun x -> x) (List.mapi (fun i p -> p <> q && abs (p - q) <> i + 1) qs) then Some (q :: qs) else None) (List.init n (fun i -> i + 1))) (go (k - 1)) in List.length (go n)
let () =
  Printf.printf "%d %d %d %d\n" (fact 20) (fib 15) (fast_fib 90) (gcd 1071 (-462));
  List.iter (Printf.printf "%d ") (List.filter prime (List.init 40 Fun.id));
  Printf.printf "| %s %d %d\n" (String.concat "" (List.map string_of_int (digits 90210))) (pow 3 13) (compose [ succ; ( * ) 3; (fun x -> x - 1) ] 4);
  Printf.printf "%d %d %d %d\n" (crazy2val [ `One; `Nil; `Mone; `One ]) (collatz 27) (List.length (hanoi 6)) (queens 6)
