(* A table of the SQL shell sqlite3, with transactions: what is written after BEGIN is gone after ROLLBACK. *)

type table = (string * int) list
type state = { kept : table; open_ : table option }

type input =
  | Insert of string * int
  | Upsert of string * int
  | Update of string * int
  | Delete of string
  | Select
  | Sum
  | Begin
  | Commit
  | Rollback

type output = Done | Rows of (string * int) list | Total of int option | Changed of int | Not_unique | No_transaction | Nested

let init = { kept = []; open_ = None }

let inputs =
  [ Select; Sum; Begin; Commit; Rollback ]
  @ List.concat_map
      (fun key -> [ Insert (key, 1); Insert (key, -7); Upsert (key, 5); Update (key, 2); Delete key ])
      [ "a"; "b"; "it''s" ]

let step state input =
  let table = match state.open_ with Some table -> table | None -> state.kept in
  let same output = Some (output, state) in
  let write output table =
    let table = List.sort compare table in
    Some (output, match state.open_ with Some _ -> { state with open_ = Some table } | None -> { state with kept = table })
  in
  match input with
  | Insert (key, value) ->
      if List.mem_assoc key table then same Not_unique else write (Changed 1) ((key, value) :: table)
  | Upsert (key, value) -> write (Changed 1) ((key, value) :: List.remove_assoc key table)
  | Update (key, value) ->
      if List.mem_assoc key table then write (Changed 1) ((key, value) :: List.remove_assoc key table)
      else same (Changed 0)
  | Delete key ->
      if List.mem_assoc key table then write (Changed 1) (List.remove_assoc key table) else same (Changed 0)
  | Select -> same (Rows table)
  | Sum -> same (Total (if table = [] then None else Some (List.fold_left (fun sum (_, value) -> sum + value) 0 table)))
  | Begin -> if state.open_ = None then Some (Done, { state with open_ = Some state.kept }) else same Nested
  | Commit -> (
      match state.open_ with Some table -> Some (Done, { kept = table; open_ = None }) | None -> same No_transaction)
  | Rollback -> (
      match state.open_ with Some _ -> Some (Done, { state with open_ = None }) | None -> same No_transaction)
