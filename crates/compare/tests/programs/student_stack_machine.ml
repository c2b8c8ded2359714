(* A student's compiler from expressions to a stack machine. *)
type exp = Num of int | Add of exp * exp | Sub of exp * exp | Mul of exp * exp | IfZero of exp * exp * exp
type instr = Push of int | IAdd | ISub | IMul | JumpIfNot of int | Jump of int
exception Stuck of int
let rec compile = function
  | Num n -> [ Push n ]
  | Add (a, b) -> compile a @ compile b @ [ IAdd ]
  | Sub (a, b) -> compile a @ compile b @ [ ISub ]
  | Mul (a, b) -> compile a @ compile b @ [ IMul ]
  | IfZero (c, a, b) -> let a = compile a and b = compile b in compile c @ [ JumpIfNot (List.length a + 1) ] @ a @ [ Jump (List.length b) ] @ b
let run code =
  let code = Array.of_list code in
  let rec go pc stack =
    if pc >= Array.length code then match stack with [ n ] -> n | _ -> raise (Stuck pc)
    else
      match (code.(pc), stack) with
      | Push n, s -> go (pc + 1) (n :: s)
      | IAdd, b :: a :: s -> go (pc + 1) ((a + b) :: s)
      | ISub, b :: a :: s -> go (pc + 1) ((a - b) :: s)
      | IMul, b :: a :: s -> go (pc + 1) ((a * b) :: s)
      | JumpIfNot k, n :: s -> go (if n = 0 then pc + 1 else pc + 1 + k) s
      | Jump k, s -> go (pc + 1 + k) s
      | _ -> raise (Stuck pc)
  in
  go 0 []
let () =
  let e = Add (Num 1, Mul (Num 3, IfZero (Sub (Num 2, Num 2), Num 10, Num 20))) in
  Printf.printf "%d %d\n" (run (compile e)) (List.length (compile e));
  try print_int (run [ Push 1; IAdd ]) with Stuck pc -> Printf.printf "stuck at %d\n" pc
