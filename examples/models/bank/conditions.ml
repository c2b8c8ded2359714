(* The bank of nondeterministic.ml by pre- and postconditions: the same machine as a relation between the
   states before and after.
   Try: lydian model check examples/models/bank/conditions.ml *)

type state = int
type input = Deposit of int | Withdraw of int | Balance
type output = Deposit_ok | Taken of int | Balance_ok of int

let init = 10

(* A deposit must leave the balance a number that there is. *)
let pre balance input =
  match input with
  | Deposit n -> 0 <= n && n <= max_int - balance
  | Withdraw n -> 0 <= n && n <= balance
  | Balance -> true

let post before input output after =
  match (input, output) with
  | Deposit n, Deposit_ok -> after = before + n
  | Withdraw n, Taken x -> 0 <= x && x <= n && after = before - x
  | Balance, Balance_ok n -> n = before && after = before
  | _ -> false

let inputs = [ Balance; Deposit 1; Deposit 5; Withdraw 0; Withdraw 1; Withdraw 3; Withdraw 10 ]
let invariant balance = balance >= 0
