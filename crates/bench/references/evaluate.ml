(* The value of an expression with variables; None if a variable is unknown or something is divided by zero. *)
type expr =
  | Number of int
  | Variable of string
  | Add of expr * expr
  | Multiply of expr * expr
  | Divide of expr * expr
  | Let of string * expr * expr

let ( let* ) = Option.bind

let rec evaluate env = function
  | Number n -> Some n
  | Variable x -> List.assoc_opt x env
  | Add (a, b) ->
      let* x = evaluate env a in
      let* y = evaluate env b in
      Some (x + y)
  | Multiply (a, b) ->
      let* x = evaluate env a in
      let* y = evaluate env b in
      Some (x * y)
  | Divide (a, b) ->
      let* x = evaluate env a in
      let* y = evaluate env b in
      if y = 0 then None else Some (x / y)
  | Let (x, a, body) ->
      let* value = evaluate env a in
      evaluate ((x, value) :: env) body
