(* Mutually recursive types, aliases, parameters, abbreviations. *)
type expr = Num of int | Block of stmt list | Call of string * expr list
and stmt = Let of string * expr | Return of expr | If of { cond : expr; yes : stmt; no : stmt option }
type 'a forest = 'a rose list
and 'a rose = Rose of 'a * 'a forest
type name = string
type ('k, 'v) table = ('k * 'v) list
type int_table = (name, int) table
type op = int -> int -> int
let rec expr = function Num n -> n | Block l -> List.fold_left (fun n s -> n + stmt s) 0 l | Call (f, args) -> String.length f + List.length args
and stmt = function Let (_, e) | Return e -> expr e | If { cond; yes; no } -> if expr cond > 0 then stmt yes else match no with None -> 0 | Some s -> stmt s
let rec size (Rose (_, kids)) = 1 + forest kids
and forest l = List.fold_left (fun n t -> n + size t) 0 l
let lookup (t : int_table) (n : name) : int = List.assoc n t
let ops : (name * op) list = [ ("+", ( + )); ("-", ( - )) ]
let () =
  Printf.printf "%d\n" (expr (Block [ Let ("x", Num 3); If { cond = Num 1; yes = Return (Call ("abc", [ Num 1 ])); no = None }; If { cond = Num 0; yes = Return (Num 5); no = Some (Return (Num 9)) } ]));
  Printf.printf "%d\n" (size (Rose (1, [ Rose (2, []); Rose (3, [ Rose (4, []) ]) ])));
  Printf.printf "%d\n" (lookup [ ("a", 1); ("b", 2) ] "b");
  List.iter (fun (n, f) -> Printf.printf "%s%d " n (f 5 3)) ops;
  print_newline ()
