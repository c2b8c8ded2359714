(* Small functions of many types; the laws of the path search are tested on them. *)
type colour = Red | Green of int | Mix of colour * colour
type point = { x : int; y : int }
type stack = { mutable top : int list; mutable pushed : int }
exception Odd of int
let absolute n = if n < 0 then -n else n
let clamp low high n = if n < low then low else if n > high then high else n
let wraps n = if n + 1 < n then "wrapped" else "fine"
let divides a b = if a mod b = 0 then a / b else raise (Odd (a mod b))
let rec power b n = if n <= 0 then 1 else b * power b (n - 1)
let collatz n = if n mod 2 = 0 then n / 2 else (3 * n) + 1
let bits n = if n land 1 = 1 then (n lsl 2) lor 1 else n asr 1
let classify c = match c with 'a' .. 'z' -> "lower" | 'A' .. 'Z' -> "upper" | '0' .. '9' -> "digit" | _ -> "other"
let shift c k = if c >= 'a' && c <= 'z' then Char.chr (((Char.code c - 97 + k) land 15) + 97) else c
let rec sum = function [] -> 0 | x :: rest -> x + sum rest
let rec sorted = function [] | [ _ ] -> true | x :: (y :: _ as rest) -> x <= y && sorted rest
let maximum l = List.fold_left max min_int l
let positives l = List.filter (fun n -> n > 0) l
let sort l = List.sort compare l
let second l = List.hd (List.tl l)
let nth l n = List.nth l n
let pairs a b = List.combine a b
let lookup key table = List.assoc key table
let greet name = if name = "" then "nobody" else "hello " ^ name
let same_length a b = String.length a = String.length b
let first_character s = s.[0]
let starts_with_a s = String.length s > 0 && s.[0] = 'a'
let keyword s = match s with "let" | "in" -> 1 | "fun" -> 2 | _ -> 0
let rec depth = function Red -> 0 | Green n -> n | Mix (a, b) -> 1 + max (depth a) (depth b)
let rec swap = function Mix (a, b) -> Mix (swap b, swap a) | Green n when n > 10 -> Red | other -> other
let equal_colours (a : colour) b = a = b
let order_colours (a : colour) b = compare a b
let move p = if p.x = p.y then { p with x = 0 } else { x = p.y; y = p.x }
let push s n = s.top <- n :: s.top; s.pushed <- s.pushed + 1; List.length s.top
let count_up r = incr r; if !r > 3 then r := 0; !r
let reverse_in_place a = let n = Array.length a in for i = 0 to (n / 2) - 1 do let t = a.(i) in a.(i) <- a.(n - 1 - i); a.(n - 1 - i) <- t done; Array.to_list a
let third a = a.(2)
let choose b x y = if b then x + 1 else y - 1
let exclusive a b = (a || b) && not (a && b)
let describe = function None -> "none" | Some n when n > 100 -> "large" | Some _ -> "small"
let halves = function Ok n -> if n mod 2 = 0 then Ok (n / 2) else Error "odd" | Error e -> Error (e ^ "!")
let apply_twice f (n : int) : int = f (f n)
let any_true p l = List.exists p (l : int list)
let safe l = try second l with Failure _ -> -1
let half_precision x = if x < 1. then x *. 2. else x
let forced (lazy n) = n + 1
let polymorphic = function `A -> 1 | `B n when n > 0 -> n | `B _ -> 0
let labelled ~from ?(step = 1) n = from + (step * n)
let () = Printf.printf "%d %d %s\n" (sum [ 1; 2; 3 ]) (depth (Mix (Red, Green 4))) (greet "you")
