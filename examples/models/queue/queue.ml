(* A priority queue: the smallest element comes out first. It works between Init and Reset; before, it
   ignores what it cannot answer. Only Init on a queue that is there is open. After Koopman and Plasmeijer,
   "Fully Automatic Testing with Functions as Specifications", 4.2. Some of its properties do not hold, as in that paper: `total`,
   and both laws about growth.
   Try: lydian model check examples/models/queue/queue.ml *)

type state = New | Q of int list
type input = Init | Reset | In of int | Out | Size | Sum
type output = El of int | Int of int

let init = New
let inputs = [ Init; Reset; Out; Size; Sum; In 1; In 2; In 3 ]

let rec insert a queue =
  match queue with
  | [] -> [ a ]
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
  | Q _, Init -> []

(* The first element is the smallest one. *)
let prop_priority state = match state with Q (first :: rest) -> List.for_all (fun e -> first <= e) rest | _ -> true

(* The same for all lists of inputs. *)
let law_priority inputs =
  let after states input = List.concat_map (fun state -> List.map fst (step state input)) states in
  List.for_all prop_priority (List.fold_left after [ New ] inputs)

(* What the only transition answers. *)
let answer state input = match step state input with [ (_, [ output ]) ] -> Some output | _ -> None

(* One more element makes the queue longer: not in the state New. *)
let law_size_grows state a =
  match (answer state Size, step state (In a)) with
  | Some (Int before), [ (next, _) ] -> answer next Size = Some (Int (before + 1))
  | _ -> true

(* A positive element makes the sum larger: not if the sum overflows. *)
let law_sum_grows queue a =
  a <= 0
  ||
  match (answer (Q queue) Sum, step (Q queue) (In a)) with
  | Some (El before), [ (next, _) ] -> (
      match answer next Sum with Some (El after) -> after > before | _ -> false)
  | _ -> true
