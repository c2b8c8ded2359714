(* A student's evaluator of arithmetic expressions with variables. *)
type exp = Const of int | Var of string | Plus of exp * exp | Minus of exp * exp | Times of exp * exp | Div of exp * exp | Let of string * exp * exp
exception Unbound of string
let rec eval env e =
  match e with
  | Const n -> n
  | Var x -> ( try List.assoc x env with Not_found -> raise (Unbound x))
  | Plus (a, b) -> eval env a + eval env b
  | Minus (a, b) -> eval env a - eval env b
  | Times (a, b) -> eval env a * eval env b
  | Div (a, b) -> let d = eval env b in if d = 0 then failwith "division by zero" else eval env a / d
  | Let (x, a, b) -> eval ((x, eval env a) :: env) b
let rec print e =
  match e with
  | Const n -> if n < 0 then "(" ^ string_of_int n ^ ")" else string_of_int n
  | Var x -> x
  | Plus (a, b) -> "(" ^ print a ^ " + " ^ print b ^ ")"
  | Minus (a, b) -> "(" ^ print a ^ " - " ^ print b ^ ")"
  | Times (a, b) -> print a ^ " * " ^ print b
  | Div (a, b) -> print a ^ " / " ^ print b
  | Let (x, a, b) -> "let " ^ x ^ " = " ^ print a ^ " in " ^ print b
let () =
  List.iter
    (fun e -> Printf.printf "%s = %s\n" (print e) (try string_of_int (eval [ ("y", 10) ] e) with Unbound x -> "unbound " ^ x | Failure m -> m))
    [ Const (-3); Plus (Const 1, Times (Const 2, Const 3)); Var "x"; Let ("x", Const 5, Minus (Var "x", Var "y")); Div (Var "y", Minus (Const 2, Const 2)); Let ("x", Const 1, Let ("x", Plus (Var "x", Const 1), Times (Var "x", Var "x"))) ]
