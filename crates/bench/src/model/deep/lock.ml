type state = { code : int; failures : int; is_open : bool; total : int }
type input = Set of int | Try of int | Close | Tries
type output = Done | Opened | Wrong | Refused | Is of int

let init = { code = 0; failures = 0; is_open = true; total = 0 }

let step s = function
  | Set c -> if s.is_open then Some (Done, { s with code = c }) else Some (Refused, s)
  | Close -> Some (Done, { s with is_open = false; failures = 0 })
  | Try c ->
    let s = { s with total = s.total + 1 } in
    if c = s.code then Some (Opened, { s with is_open = true; failures = 0 })
    else Some (Wrong, { s with failures = s.failures + 1 })
  | Tries -> Some (Is s.total, s)
