type state = S0 | S5 | S10 | S15
type input = Nickel | Dime | Button
type output = Coffee | Nickel_back | Dime_back

let init = S0

let step state input =
  match (state, input) with
  | S0, Nickel -> [ (S5, []) ]
  | S0, Dime -> [ (S10, []) ]
  | S5, Nickel -> [ (S10, []) ]
  | S5, Dime -> [ (S15, []) ]
  | S10, Button -> [ (S0, [ Coffee ]) ]
  | S15, Button -> [ (S5, [ Coffee; Coffee ]) ]
  | _ -> []
