(* A student's evaluation of propositional formulas with comparisons of expressions. *)
type formula = True | False | Not of formula | AndAlso of formula * formula | OrElse of formula * formula | Imply of formula * formula | Equal of exp * exp
and exp = Num of int | Plus of exp * exp | Minus of exp * exp
let rec value = function Num n -> n | Plus (a, b) -> value a + value b | Minus (a, b) -> value a - value b
let rec eval : formula -> bool = function
  | True -> true
  | False -> false
  | Not f -> not (eval f)
  | AndAlso (a, b) -> eval a && eval b
  | OrElse (a, b) -> eval a || eval b
  | Imply (a, b) -> if eval a then eval b else true
  | Equal (a, b) -> value a = value b
let () =
  let fs = [ True; Not True; AndAlso (True, False); OrElse (False, True); Imply (False, False); Imply (True, False); Imply (Imply (True, False), False); Equal (Num 3, Plus (Num 1, Num 2)); Equal (Minus (Num 1, Num 2), Num 1) ] in
  List.iter (fun f -> Printf.printf "%b " (eval f)) fs;
  print_newline ()
