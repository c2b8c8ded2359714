(* A kernel that counts what its threads may still send: a send takes from the sender's credit, a receipt
   adds to the receiver's. Both need two threads that are there, and a send no more than the credit. Two
   threads exist; what they have is unknown. After MyKeOS of HOL-TestGen.
   Try: lydian model generate examples/models/keos/keos.ml --length 3 *)

type thread = int

(* The credit of each thread. *)
type state = (thread * int) list

type input = Send of thread * thread * int | Rec of thread * thread * int | Status of thread
type output = Send_ok | Rec_ok | Status_ok of int

let init state = match state with [ (t, a); (t', b) ] -> t = 0 && t' = 1 && a >= 0 && b >= 0 | _ -> false

let rec add thread change state =
  match state with
  | [] -> []
  | (t, credit) :: rest -> if t = thread then (t, credit + change) :: rest else (t, credit) :: add thread change rest

let step state input =
  match input with
  | Send (t, t', n) -> (
      match List.assoc_opt t state with
      | Some credit when List.mem_assoc t' state && 0 <= n && n <= credit -> Some (Send_ok, add t (-n) state)
      | _ -> None)
  | Rec (t, t', n) ->
      if List.mem_assoc t state && List.mem_assoc t' state && n >= 0 then Some (Rec_ok, add t n state) else None
  | Status t -> ( match List.assoc_opt t state with Some credit -> Some (Status_ok credit, state) | None -> None)

(* Between the two threads, and at the end a look at one of them. *)
let between t t' = (t = 0 && t' = 1) || (t = 1 && t' = 0)

let rec purpose inputs =
  match inputs with
  | [ Status t ] -> t = 0 || t = 1
  | Send (t, t', _) :: rest | Rec (t, t', _) :: rest -> between t t' && purpose rest
  | _ -> false

let inputs =
  List.concat_map (fun n -> [ Send (0, 1, n); Rec (1, 0, n); Send (1, 0, n); Rec (0, 1, n) ]) [ 0; 1; 3 ]
  @ [ Status 0; Status 1 ]
