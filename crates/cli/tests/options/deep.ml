type state = int
type input = Add of int | Get
type output = Done | Number of int

let init = 0
let step state input = match input with Add n -> Some (Done, state + n) | Get -> Some (Number state, state)
let invariant state = state = state
