(* Formulas over integer expressions, and whether they hold. *)
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

let rec value e =
  match e with
  | Const n -> n
  | Add (a, b) -> value a + value b
  | Minus (a, b) -> value a - value b

let rec holds f =
  match f with
  | Truth -> true
  | Falsity -> false
  | Neg g -> not (holds g)
  | Both (g, h) -> holds g && holds h
  | Either (g, h) -> holds g || holds h
  | Below (a, b) -> value a < value b
