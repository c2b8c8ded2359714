(* An account and the transactions on it; one that is not possible changes nothing. *)
type account = { owner : string; balance : int; limit : int }
type transaction = Deposit of int | Withdraw of int | Set_limit of int

let apply account = function
  | Deposit amount when amount > 0 -> { account with balance = account.balance + amount }
  | Withdraw amount when amount > 0 && account.balance - amount >= -account.limit ->
      { account with balance = account.balance - amount }
  | Set_limit limit when limit >= 0 && account.balance >= -limit -> { account with limit }
  | _ -> account

let bank owner transactions =
  let final = List.fold_left apply { owner; balance = 0; limit = 0 } transactions in
  (final.owner, final.balance, final.limit)
