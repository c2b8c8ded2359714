type state = int list
type input = Push of int | Pop | Top | Length
type output = Ok | Empty | Is of int

let init = []

let step s = function
  | Push x -> Some (Ok, x :: s)
  | Pop -> ( match s with [] -> Some (Empty, []) | x :: rest -> Some (Is x, rest))
  | Top -> ( match s with [] -> Some (Empty, []) | x :: _ -> Some (Is x, s))
  | Length -> Some (Is (List.length s), s)
