(* A memory in which several addresses can share one location: a store through one of them is seen through
   all. Loading from an address or sharing it needs one that has a location; a store gives it a new one if
   need be. After the shared memory of HOL-TestGen.
   Try: lydian model generate examples/models/memory/memory.ml --length 3 *)

type address = int

(* Locations: the addresses that share each of them, and what it holds. No address is in two of them. *)
type state = (address list * int) list

type input = Load of address | Store of address * int | Share of address * address
type output = Loaded of int | Stored | Shared

let init = [ ([ 0 ], 0) ]
let location address state = List.find_opt (fun (addresses, _) -> List.mem address addresses) state

(* Without the address, and without a location that nobody has any more. *)
let forget address state =
  List.filter
    (fun (addresses, _) -> addresses <> [])
    (List.map (fun (addresses, value) -> (List.filter (fun a -> a <> address) addresses, value)) state)

let store address value state =
  match location address state with
  | None -> state @ [ ([ address ], value) ]
  | Some (addresses, _) -> List.map (fun (a, v) -> if a = addresses then (a, value) else (a, v)) state

(* [other] becomes a name for the location of [address]. *)
let share address other state =
  if address = other then state
  else
    List.map
      (fun (addresses, value) ->
        if List.mem address addresses then (addresses @ [ other ], value) else (addresses, value))
      (forget other state)

let step state input =
  match input with
  | Load address -> (
      match location address state with None -> None | Some (_, value) -> Some (Loaded value, state))
  | Store (address, value) -> Some (Stored, store address value state)
  | Share (address, other) -> (
      match location address state with None -> None | Some _ -> Some (Shared, share address other state))

let inputs =
  let addresses = [ 0; 1; 2 ] in
  List.map (fun a -> Load a) addresses
  @ List.concat_map (fun a -> [ Store (a, 1); Store (a, 2) ]) addresses
  @ [ Share (0, 1); Share (0, 2); Share (1, 0); Share (1, 2); Share (2, 0); Share (2, 1) ]

(* The order of locations and of their addresses does not matter. *)
let equal state other =
  let sorted state =
    List.sort compare (List.map (fun (addresses, value) -> (List.sort compare addresses, value)) state)
  in
  sorted state = sorted other

(* Each address has one location at most. *)
let invariant state =
  let all = List.concat_map fst state in
  List.length all = List.length (List.sort_uniq compare all)

(* After a share, a store through one name is loaded through the other. *)
let law_sharing_is_seen a b value =
  match step [ ([ a ], 0) ] (Share (a, b)) with
  | None -> false
  | Some (_, state) -> (
      match step state (Store (b, value)) with
      | None -> false
      | Some (_, state) -> (
          match step state (Load a) with Some (Loaded v, _) -> v = value | _ -> false))
