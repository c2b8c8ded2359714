type state = (string * int) list
type input = Put of string * int | Get of string | Delete of string | Count
type output = Done | Absent | Is of int

let init = []
let rec put k v = function
  | [] -> [ (k, v) ]
  | (k', v') :: rest -> if k = k' then (k, v) :: rest else (k', v') :: put k v rest

let step s = function
  | Put (k, v) -> Some (Done, put k v s)
  | Get k -> ( match List.assoc_opt k s with None -> Some (Absent, s) | Some v -> Some (Is v, s))
  | Delete k -> Some (Done, List.remove_assoc k s)
  | Count -> Some (Is (List.length s), s)
