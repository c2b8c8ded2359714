type state = int
type input = Add of int | Get
type output = Done | Number of int

let init = 0
let step state input =
  match input with
  | Add n -> Some (Done, if n = 77 then state else state + n)
  | Get -> Some (Number (if state > 5 then 5 else state), state)
