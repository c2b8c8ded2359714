(* A student's symbolic differentiation. *)
type aexp = CONST of int | VAR of string | POWER of string * int | TIMES of aexp list | SUM of aexp list
let rec diff (e, x) =
  match e with
  | CONST _ -> CONST 0
  | VAR y -> if x = y then CONST 1 else CONST 0
  | POWER (y, n) -> if y <> x || n = 0 then CONST 0 else TIMES [ CONST n; POWER (y, n - 1) ]
  | TIMES [] -> CONST 0
  | TIMES [ h ] -> diff (h, x)
  | TIMES (h :: t) -> SUM [ TIMES (diff (h, x) :: t); TIMES [ h; diff (TIMES t, x) ] ]
  | SUM l -> SUM (List.map (fun e -> diff (e, x)) l)
let rec pow b n = if n <= 0 then 1 else b * pow b (n - 1)
let rec eval env = function
  | CONST n -> n
  | VAR y -> List.assoc y env
  | POWER (y, n) -> pow (List.assoc y env) n
  | TIMES l -> List.fold_left (fun acc e -> acc * eval env e) 1 l
  | SUM l -> List.fold_left (fun acc e -> acc + eval env e) 0 l
let rec show = function
  | CONST n -> string_of_int n
  | VAR y -> y
  | POWER (y, n) -> y ^ "^" ^ string_of_int n
  | TIMES l -> "(" ^ String.concat "*" (List.map show l) ^ ")"
  | SUM l -> "(" ^ String.concat "+" (List.map show l) ^ ")"
let () =
  let e = SUM [ TIMES [ CONST 3; POWER ("x", 2) ]; TIMES [ VAR "x"; VAR "y" ]; CONST 7; TIMES []; SUM [] ] in
  print_endline (show e);
  print_endline (show (diff (e, "x")));
  print_endline (show (diff (e, "y")));
  Printf.printf "%d %d\n" (eval [ ("x", 2); ("y", 5) ] e) (eval [ ("x", 2); ("y", 5) ] (diff (e, "x")))
