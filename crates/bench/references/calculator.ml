(* Reverse Polish notation; a wrong expression is an Error with the reason. *)
type token = Num of int | Plus | Minus | Times

let calculator tokens =
  let rec run stack = function
    | [] -> (
        match stack with
        | [ result ] -> Ok result
        | [] -> Error "nothing to calculate"
        | _ -> Error "too many numbers")
    | Num n :: rest -> run (n :: stack) rest
    | operator :: rest -> (
        match stack with
        | right :: left :: below ->
            let value =
              match operator with
              | Plus -> left + right
              | Minus -> left - right
              | Times -> left * right
              | Num n -> n
            in
            run (value :: below) rest
        | _ -> Error "a number is missing")
  in
  run [] tokens
