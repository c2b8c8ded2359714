(* Or-patterns that bind, aliases inside them, and the first match wins. *)
type e = Num of int | Neg of e | Add of e * e | Mul of e * e
let rec simplify = function
  | Add (Num 0, e) | Add (e, Num 0) | Mul (Num 1, e) | Mul (e, Num 1) -> simplify e
  | (Mul (Num 0, _) | Mul (_, Num 0)) -> Num 0
  | Neg (Neg e) -> simplify e
  | Add (a, b) -> Add (simplify a, simplify b)
  | Mul (a, b) -> Mul (simplify a, simplify b)
  | (Num _ | Neg _) as e -> e
let rec show = function Num n -> string_of_int n | Neg e -> "-" ^ show e | Add (a, b) -> "(" ^ show a ^ "+" ^ show b ^ ")" | Mul (a, b) -> show a ^ "*" ^ show b
let pick = function (1, x, _) | (x, _, 1) -> Some x | (_, (2 as x), _) -> Some (x * 100) | _ -> None
let nested = function [ (0 | 1) as a; (2 | 3) as b ] -> a + b | ([ x ] | [ _; x ] | _ :: _ :: x :: _) -> x * 10 | [] -> -1
let () =
  print_endline (show (simplify (Add (Num 0, Mul (Num 1, Add (Num 3, Neg (Neg (Num 4))))))));
  print_endline (show (simplify (Mul (Add (Num 1, Num 2), Num 0))));
  List.iter (fun t -> print_endline (match pick t with None -> "none" | Some n -> string_of_int n)) [ (1, 5, 1); (7, 5, 1); (3, 2, 3); (3, 3, 3) ];
  List.iter (fun l -> Printf.printf "%d " (nested l)) [ [ 0; 3 ]; [ 5 ]; [ 5; 6 ]; [ 1; 1; 4 ]; [] ];
  print_newline ();
  let (a | a) = 4 in
  print_int a;
  print_newline ()
