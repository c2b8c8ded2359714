(* A store of numbers under names: put, get, delete and count. This is all that its users may rely on, and a
   test of it needs no more. How its inputs and outputs look on the wire is in kvstore.toml (a line each) and
   kvstore-http.toml.
   Try: lydian model test examples/models/kvstore/kvstore.ml --wire examples/models/kvstore/kvstore.toml \
     -- python3 examples/models/kvstore/server.py --bug 1 *)

type key = string

(* In the order of the keys, so that equal stores are equal states. *)
type state = (key * int) list

type input = Put of key * int | Get of key | Delete of key | Count
type output = Ok | Value of int | Missing | Number of int

let init = []

let rec put key value store =
  match store with
  | [] -> [ (key, value) ]
  | (k, v) :: rest ->
      if key < k then (key, value) :: store
      else if key = k then (key, value) :: rest
      else (k, v) :: put key value rest

let step store input =
  match input with
  | Put (key, value) -> Some (Ok, put key value store)
  | Get key -> (
      match List.assoc_opt key store with Some value -> Some (Value value, store) | None -> Some (Missing, store))
  | Delete key ->
      if List.mem_assoc key store then Some (Ok, List.remove_assoc key store) else Some (Missing, store)
  | Count -> Some (Number (List.length store), store)

(* Keys that a careless program could take for each other. *)
let inputs =
  let keys = [ "a"; "A"; "ab" ] in
  Count
  :: List.concat_map (fun key -> [ Get key; Delete key; Put (key, 1); Put (key, 2) ]) keys

let invariant store = List.sort_uniq compare (List.map fst store) = List.map fst store

(* What was put is what one gets. *)
let prop_put_get store input =
  match input with
  | Put (key, value) -> (
      match step (put key value store) (Get key) with Some (Value v, _) -> v = value | _ -> false)
  | _ -> true
