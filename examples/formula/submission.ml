(* One operator was copied from the line above. *)
type formula =
  | Truth
  | Falsity
  | Neg of formula
  | Both of formula * formula
  | Either of formula * formula
  | Below of expression * expression

and expression =
  | Const of int
  | Add of expression * expression
  | Minus of expression * expression

let rec compute e =
  match e with
  | Const n -> n
  | Add (x, y) -> compute x + compute y
  | Minus (x, y) -> compute x + compute y

let rec holds f =
  match f with
  | Truth -> true
  | Falsity -> false
  | Neg x -> not (holds x)
  | Both (x, y) -> if holds x then holds y else false
  | Either (x, y) -> if holds x then true else holds y
  | Below (x, y) -> compute y > compute x
