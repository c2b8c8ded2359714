(* A bank: one can deposit, withdraw and ask for the balance. An account that is not there refuses
   everything, a withdrawal that is too high is refused as well; amounts are not negative. The unknown at the
   start is one account of client "c0". After Brucker and Wolff, "Monadic Sequence Testing and Explicit
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

let init state = match state with [ ((client, _), balance) ] -> client = "c0" && balance >= 0 | _ -> false

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

let key input =
  match input with
  | Deposit (client, account, _) | Withdraw (client, account, _) | Balance (client, account) -> (client, account)

(* Deposits and withdrawals on one account, and at the end its balance. *)
let rec purpose inputs =
  match inputs with
  | [ Balance (client, _) ] -> client = "c0"
  | (Deposit _ as input) :: (next :: _ as rest) | (Withdraw _ as input) :: (next :: _ as rest) ->
      key input = key next && purpose rest
  | _ -> false

(* The same with a withdrawal at the end: for the relation `deadlock`, where the last input must be refused. *)
let rec refusals inputs =
  match inputs with
  | [ Withdraw (client, _, amount) ] -> client = "c0" && amount >= 0
  | (Deposit _ as input) :: (next :: _ as rest) | (Withdraw _ as input) :: (next :: _ as rest) ->
      key input = key next && refusals rest
  | _ -> false

(* For concrete tests. *)
let inputs =
  List.concat_map (fun amount -> [ Deposit ("c0", 0, amount); Withdraw ("c0", 0, amount) ]) [ 0; 1; 2; 7 ]
  @ [ Balance ("c0", 0) ]

let install state =
  String.concat " "
    ("install" :: List.map (fun ((client, account), balance) -> Printf.sprintf "%s %d %d" client account balance) state)

(* Does not hold: a deposit can be larger than what a number still has room for. *)
let prop_no_debts state = List.for_all (fun (_, balance) -> balance >= 0) state
