(* A student's bank accounts with mutable state and exceptions. *)
type account = { id : int; mutable balance : int; mutable history : event list }
and event = Deposit of int | Withdrawal of int | Transfer of { other : int; amount : int }
exception Insufficient of { need : int; have : int }
let accounts : (int, account) Hashtbl.t = Hashtbl.create 8
let next_id = let n = ref 100 in fun () -> incr n; !n
let create () = let a = { id = next_id (); balance = 0; history = [] } in Hashtbl.add accounts a.id a; a
let deposit a n = if n <= 0 then invalid_arg "deposit"; a.balance <- a.balance + n; a.history <- Deposit n :: a.history
let withdraw a n = if n > a.balance then raise (Insufficient { need = n; have = a.balance }); a.balance <- a.balance - n; a.history <- Withdrawal n :: a.history
let transfer a b amount = withdraw a amount; deposit b amount; a.history <- Transfer { other = b.id; amount } :: List.tl a.history
let show a = Printf.printf "%d: %d [%s]\n" a.id a.balance (String.concat "; " (List.rev_map (function Deposit n -> Printf.sprintf "+%d" n | Withdrawal n -> Printf.sprintf "-%d" n | Transfer { other; amount } -> Printf.sprintf "%d->%d" amount other) a.history))
let () =
  let a = create () and b = create () in
  deposit a 50; deposit b 10; transfer a b 30;
  (try withdraw a 21 with Insufficient { need; have } -> Printf.printf "need %d have %d\n" need have);
  (try deposit a 0 with Invalid_argument m -> print_endline m);
  show a; show b;
  Printf.printf "%d\n" (Hashtbl.fold (fun _ a sum -> a.balance + sum) accounts 0)
