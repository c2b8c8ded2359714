(* A coffee machine that counts cents, and has infinitely many states: it gives coffee as long as there is
   enough money. Laws speak of all integers, reachable or not: the sum of money overflows there, so that one
   of them does not hold. After Koopman and Plasmeijer, "Fully Automatic Testing with Functions as Specifications", figure 1.
   Try: lydian model check examples/models/coffee/c4.ml *)

type state = int
type input = Nickel | Dime | Button
type output = Coffee | Nickel_back | Dime_back

let init = 0

let step cents input =
  match input with
  | Nickel -> [ (cents + 5, []) ]
  | Dime -> [ (cents + 10, []) ]
  | Button -> if cents >= 10 then [ (cents - 10, [ Coffee ]) ] else [ (cents, []) ]

let value_of_input input = match input with Nickel -> 5 | Dime -> 10 | Button -> 0
let value_of_output output = match output with Coffee | Dime_back -> 10 | Nickel_back -> 5
let value_of_outputs outputs = List.fold_left (fun sum output -> sum + value_of_output output) 0 outputs

(* No money is lost. *)
let prop_fair cents input =
  List.for_all
    (fun (next, outputs) -> cents + value_of_input input = next + value_of_outputs outputs)
    (step cents input)

let prop_non_negative cents input = cents < 0 || List.for_all (fun (next, _) -> next >= 0) (step cents input)

(* The same for all integers. *)
let law_fair (cents : int) (input : input) = prop_fair cents input
let law_non_negative (cents : int) (input : input) = prop_non_negative cents input

(* Up to a hundred cents. *)
let law_non_negative_to_100 (cents : int) (input : input) = cents > 100 || prop_non_negative cents input
