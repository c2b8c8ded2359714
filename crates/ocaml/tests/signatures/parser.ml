type token = Int of int | Plus | Times | Open | Close
exception Syntax of string
let rec expr ts = let (a, ts) = term ts in match ts with Plus :: ts -> let (b, ts) = expr ts in (a + b, ts) | _ -> (a, ts)
and term ts = let (a, ts) = atom ts in match ts with Times :: ts -> let (b, ts) = term ts in (a * b, ts) | _ -> (a, ts)
and atom = function
  | Int n :: ts -> (n, ts)
  | Open :: ts -> (match expr ts with (v, Close :: ts) -> (v, ts) | _ -> raise (Syntax "missing )"))
  | _ -> raise (Syntax "unexpected")
let parse ts = match expr ts with (v, []) -> v | (_, rest) -> raise (Syntax (string_of_int (List.length rest)))
