(* The coffee machine of c0.ml, but it may ignore the button: two transitions for one input. After Koopman
   and Plasmeijer, "Fully Automatic Testing with Functions as Specifications", figure 1.
   Try: lydian model check examples/models/coffee/c1.ml *)

type state = S0 | S5 | S10
type input = Nickel | Dime | Button
type output = Coffee | Nickel_back | Dime_back

let init = S0

let step state input =
  match (state, input) with
  | S0, Nickel -> [ (S5, []) ]
  | S0, Dime -> [ (S10, []) ]
  | S5, Nickel -> [ (S10, []) ]
  | S10, Button -> [ (S0, [ Coffee ]); (S10, []) ]
  | _ -> []

let value_of_state state = match state with S0 -> 0 | S5 -> 5 | S10 -> 10
let value_of_input input = match input with Nickel -> 5 | Dime -> 10 | Button -> 0
let value_of_output output = match output with Coffee | Dime_back -> 10 | Nickel_back -> 5
let value_of_outputs outputs = List.fold_left (fun sum output -> sum + value_of_output output) 0 outputs

(* No money is lost. *)
let prop_fair state input =
  List.for_all
    (fun (next, outputs) ->
      value_of_state state + value_of_input input = value_of_state next + value_of_outputs outputs)
    (step state input)

let prop_non_negative state input =
  value_of_state state < 0 || List.for_all (fun (next, _) -> value_of_state next >= 0) (step state input)
