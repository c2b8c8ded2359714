type state = S0 | S5 | S10
type input = Nickel | Dime | Button
type output = Coffee | Nickel_back | Dime_back

let init = S0

let step state input =
  match (state, input) with
  | S0, Nickel -> [ (S5, []) ]
  | S0, Dime -> [ (S10, []) ]
  | S5, Nickel -> [ (S10, []) ]
  | S10, Button -> [ (S0, [ Coffee ]) ]
  | _ -> []

let purpose inputs = List.length inputs < 3
let no_dimes inputs = not (List.mem Dime inputs)
let prop_first state input = step state input <> [] || state <> S0
let prop_other state = state = S0 || state = S5 || state = S10
