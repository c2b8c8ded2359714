(* A student's calculator with registers, run over a list of commands. *)
type command = Push of float | Add | Sub | Mul | Div | Dup | Swap | Store of char | Load of char | Print
exception Underflow of command
module Regs = Map.Make (Char)
type state = { stack : float list; regs : float Regs.t; out : string list }
let step st c =
  match (c, st.stack) with
  | Push x, s -> { st with stack = x :: s }
  | Add, a :: b :: s -> { st with stack = (b +. a) :: s }
  | Sub, a :: b :: s -> { st with stack = (b -. a) :: s }
  | Mul, a :: b :: s -> { st with stack = (b *. a) :: s }
  | Div, a :: b :: s -> { st with stack = (b /. a) :: s }
  | Dup, a :: s -> { st with stack = a :: a :: s }
  | Swap, a :: b :: s -> { st with stack = b :: a :: s }
  | Store r, a :: s -> { st with stack = s; regs = Regs.add r a st.regs }
  | Load r, s -> { st with stack = (try Regs.find r st.regs with Not_found -> 0.) :: s }
  | Print, a :: _ -> { st with out = Printf.sprintf "%g" a :: st.out }
  | c, _ -> raise (Underflow c)
let run cs =
  let st = List.fold_left step { stack = []; regs = Regs.empty; out = [] } cs in
  String.concat " " (List.rev st.out)
let () =
  print_endline (run [ Push 2.; Push 3.; Add; Dup; Mul; Print; Store 'a'; Load 'a'; Load 'b'; Sub; Push 4.; Swap; Div; Print ]);
  (try print_endline (run [ Push 1.; Add ]) with Underflow Add -> print_endline "add needs two" | Underflow _ -> print_endline "underflow");
  print_endline (run [ Push 1.; Push 0.; Div; Print ])
