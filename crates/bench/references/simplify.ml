(* Takes zeros and ones out of sums and products. *)
type expr = Const of int | Var of string | Sum of expr * expr | Product of expr * expr

let rec simplify = function
  | Sum (a, b) -> (
      match (simplify a, simplify b) with
      | Const 0, e | e, Const 0 -> e
      | Const m, Const n -> Const (m + n)
      | x, y -> Sum (x, y))
  | Product (a, b) -> (
      match (simplify a, simplify b) with
      | Const 0, _ | _, Const 0 -> Const 0
      | Const 1, e | e, Const 1 -> e
      | Const m, Const n -> Const (m * n)
      | x, y -> Product (x, y))
  | other -> other
