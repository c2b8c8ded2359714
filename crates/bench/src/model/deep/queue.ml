type state = int list
type input = In of int | Out | Size | Clear
type output = Done | None_left | Is of int

let init = []

let step q = function
  | In x -> Some (Done, q @ [ x ])
  | Out -> ( match q with [] -> Some (None_left, []) | x :: rest -> Some (Is x, rest))
  | Size -> Some (Is (List.length q), q)
  | Clear -> Some (Done, [])
