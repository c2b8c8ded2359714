(* The queue of queue.ml with a mistake: an element that is there already cuts off what is behind it. *)

type state = New | Q of int list
type input = Init | Reset | In of int | Out | Size | Sum
type output = El of int | Int of int

let init = New
let inputs = [ Init; Reset; Out; Size; Sum; In 1; In 2; In 3 ]

let rec insert a queue =
  match queue with
  | [] -> [ a ]
  | b :: _ when a = b -> [ a ]
  | b :: rest -> if a < b then a :: queue else b :: insert a rest

let step state input =
  match (state, input) with
  | New, Init -> [ (Q [], []) ]
  | New, Size -> [ (New, [ Int 0 ]) ]
  | New, Sum -> [ (New, [ El 0 ]) ]
  | New, (Reset | In _ | Out) -> [ (New, []) ]
  | Q queue, In a -> [ (Q (insert a queue), []) ]
  | Q (a :: rest), Out -> [ (Q rest, [ El a ]) ]
  | Q [], Out -> [ (Q [], []) ]
  | Q queue, Size -> [ (state, [ Int (List.length queue) ]) ]
  | Q queue, Sum -> [ (state, [ El (List.fold_left ( + ) 0 queue) ]) ]
  | Q _, Reset -> [ (New, []) ]
  | Q _, Init -> [ (state, []) ]
