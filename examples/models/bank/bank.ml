(* A bank: one can deposit, withdraw and ask for the balance. An account that is not there refuses
   everything, a withdrawal that is too high is refused as well; amounts are not negative. The unknown at the
   start is what account 1 of client "c0" holds. After Brucker and Wolff, "Monadic Sequence Testing and Explicit
   Test-Refinements", 4.4.
   Try: lydian model generate examples/models/bank/bank.ml --length 3 *)

type client = string
type account = int

(* The balance of each account. *)
type state = ((client * account) * int) list

type input =
  | Deposit of client * account * int
  | Withdraw of client * account * int
  | Balance of client * account

type output = Deposit_ok | Withdraw_ok | Balance_ok of int

let init state = match state with [ (("c0", 1), balance) ] -> balance >= 0 | _ -> false

let rec update key change state =
  match state with
  | [] -> []
  | (k, balance) :: rest -> if k = key then (k, balance + change) :: rest else (k, balance) :: update key change rest

let step state input =
  match input with
  | Deposit (client, account, amount) ->
      let key = (client, account) in
      if List.mem_assoc key state && amount >= 0 then Some (Deposit_ok, update key amount state) else None
  | Withdraw (client, account, amount) -> (
      let key = (client, account) in
      match List.assoc_opt key state with
      | Some balance when amount >= 0 && amount <= balance -> Some (Withdraw_ok, update key (-amount) state)
      | _ -> None)
  | Balance (client, account) -> (
      match List.assoc_opt (client, account) state with
      | Some balance -> Some (Balance_ok balance, state)
      | None -> None)

(* Deposits and withdrawals on one account, and at the end its balance: an automaton over the inputs. *)
type phase = Going | Asked

let purpose_start = Going

let purpose_step phase input =
  match (phase, input) with
  | Going, (Deposit ("c0", 1, _) | Withdraw ("c0", 1, _)) -> Some Going
  | Going, Balance ("c0", 1) -> Some Asked
  | _ -> None

let purpose_final phase = phase = Asked

(* Sequences that end with a withdrawal, as a predicate: for the relation `deadlock`, where the last input must be refused. *)
let rec refusals inputs =
  match inputs with
  | [ Withdraw ("c0", 1, amount) ] -> amount >= 0
  | (Deposit ("c0", 1, _) | Withdraw ("c0", 1, _)) :: rest -> refusals rest
  | _ -> false

(* For concrete tests. *)
let inputs =
  List.concat_map (fun amount -> [ Deposit ("c0", 1, amount); Withdraw ("c0", 1, amount) ]) [ 0; 1; 2; 7 ]
  @ [ Balance ("c0", 1) ]

let install state =
  String.concat " "
    ("install" :: List.map (fun ((client, account), balance) -> Printf.sprintf "%s %d %d" client account balance) state)

(* Does not hold: a deposit can be larger than what a number still has room for. *)
let prop_no_debts state = List.for_all (fun (_, balance) -> balance >= 0) state
