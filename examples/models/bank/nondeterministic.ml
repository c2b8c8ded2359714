(* The bank may give less than was asked for: a withdrawal answers the amount that was really taken, and only
   the answer tells what is left. So the step is given by the answers it allows. The account at the start is
   known.
   Try: lydian model test examples/models/bank/nondeterministic.ml -- python3 examples/models/bank/nondeterministic_bank.py *)

(* What is on the one account. *)
type state = int

type input = Deposit of int | Withdraw of int | Balance
type output = Deposit_ok | Taken of int | Balance_ok of int

let init = 10

(* A deposit must leave the balance a number that there is. *)
let enabled balance input =
  match input with
  | Deposit n -> 0 <= n && n <= max_int - balance
  | Withdraw n -> 0 <= n && n <= balance
  | Balance -> true

let step balance input answer =
  match (input, answer) with
  | Deposit n, [ Deposit_ok ] -> [ balance + n ]
  | Withdraw n, [ Taken x ] when 0 <= x && x <= n -> [ balance - x ]
  | Balance, [ Balance_ok n ] when n = balance -> [ balance ]
  | _ -> []

let inputs = [ Balance; Deposit 1; Deposit 5; Withdraw 0; Withdraw 1; Withdraw 3; Withdraw 10 ]
let reset = "reset"
let invariant balance = balance >= 0
