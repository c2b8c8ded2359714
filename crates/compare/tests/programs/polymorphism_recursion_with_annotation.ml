(* Polymorphic recursion with an explicit type. *)
type 'a nested = Flat of 'a | Nest of 'a list nested
type 'a perfect = Zero of 'a | Succ of ('a * 'a) perfect
let rec depth : 'a. 'a nested -> int = function Flat _ -> 0 | Nest n -> 1 + depth n
let rec size : 'a. 'a perfect -> int = function Zero _ -> 1 | Succ p -> 2 * size p
let rec sum : 'a. ('a -> int) -> 'a perfect -> int = fun f -> function Zero x -> f x | Succ p -> sum (fun (a, b) -> f a + f b) p
let f : type a. a list -> a option = function [] -> None | x :: _ -> Some x
let () =
  Printf.printf "%d\n" (depth (Nest (Nest (Flat [ [ 1 ] ]))));
  Printf.printf "%d %d\n" (size (Succ (Succ (Zero ((1, 2), (3, 4)))))) (sum Fun.id (Succ (Succ (Zero ((1, 2), (3, 4))))));
  match (f [ 1 ], f [ "a" ]) with Some n, Some s -> Printf.printf "%d %s\n" n s | _ -> ()
