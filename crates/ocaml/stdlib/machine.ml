(* State machines as functions: what models are made of. Real OCaml has no such module, but accepts this file.

   There are two kinds of step. One that can fail has at most one successor and is a computation in a monad (Brucker and
   Wolff, "Monadic Sequence Testing and Explicit Test-Refinements"). One that gives a list has any number of successors,
   each with the outputs on the way (Koopman and Plasmeijer, "Fully Automatic Testing with Functions as Specifications"). Sets are lists without
   repetition, compared with [=]. *)

(* {1 Computations on a state that can fail} *)

type ('o, 's) monad = 's -> ('o * 's) option

let unit x : ('o, 's) monad = fun state -> Some (x, state)

let bind (m : ('a, 's) monad) (next : 'a -> ('b, 's) monad) : ('b, 's) monad =
 fun state -> match m state with None -> None | Some (x, state) -> next x state

let ( let* ) m next = bind m next
let ( >>= ) m next = bind m next

(* First [m], then [next]; the output of [m] is dropped. *)
let seq m next = bind m (fun _ -> next)
let ( >> ) m next = seq m next
let map f m = bind m (fun x -> unit (f x))
let fail : ('o, 's) monad = fun _ -> None
let get : ('s, 's) monad = fun state -> Some (state, state)
let put state : (unit, 's) monad = fun _ -> Some ((), state)
let modify f : (unit, 's) monad = fun state -> Some ((), f state)

(* Succeeds with [true] in a state that fulfils [p], and fails in any other. *)
let assert_ p : (bool, 's) monad = fun state -> if p state then Some (true, state) else None

(* Goes on only in a state that fulfils [p]. In logic, assuming [p] jumps to some state that fulfils it, whatever the state
   was; no program can find one in general, so this is a filter. [assume_among] does jump, to the first of some states. *)
let assume p : (unit, 's) monad = fun state -> if p state then Some ((), state) else None

let assume_among states p : (unit, 's) monad =
 fun _ -> match List.find_opt p states with None -> None | Some state -> Some ((), state)

let if_ condition (yes : ('o, 's) monad) (no : ('o, 's) monad) : ('o, 's) monad =
 fun state -> if condition state then yes state else no state

(* Does not end where the loop does not. *)
let rec while_ condition (body : ('o, 's) monad) : (unit, 's) monad =
 fun state -> if condition state then (seq body (while_ condition body)) state else Some ((), state)

(* Fails where the loop takes more than [rounds]. *)
let rec while_within rounds condition (body : ('o, 's) monad) : (unit, 's) monad =
 fun state ->
  if not (condition state) then Some ((), state)
  else if rounds <= 0 then None
  else (seq body (while_within (rounds - 1) condition body)) state

(* Never fails: where [m] does, the output is [None] and the state is as before. *)
let try_ (m : ('o, 's) monad) : ('o option, 's) monad =
 fun state -> match m state with None -> Some (None, state) | Some (x, state) -> Some (Some x, state)

(* The first alternative that succeeds. *)
let alt (first : ('o, 's) monad) (second : ('o, 's) monad) : ('o, 's) monad =
 fun state -> match first state with None -> second state | found -> found

let malt alternatives = List.fold_right alt alternatives fail

(* {1 Sequences of inputs}

   A step is taken in the order of the monad, [input -> state -> (output * state) option]; [of_step] turns the step of a model
   around. The three ways to go through a list of inputs differ in what a refused input does. *)

let of_step step input : ('o, 's) monad = fun state -> step state input

(* Ends the sequence at a refused input and keeps what there is by then: never fails. *)
let rec mbind_save inputs (step : 'i -> ('o, 's) monad) : ('o list, 's) monad =
 fun state ->
  match inputs with
  | [] -> Some ([], state)
  | input :: rest -> (
      match step input state with
      | None -> Some ([], state)
      | Some (output, state) -> map (fun outputs -> output :: outputs) (mbind_save rest step) state)

(* Fails as a whole at a refused input, wherever it is in the list. *)
let rec mbind_stop inputs (step : 'i -> ('o, 's) monad) : ('o list, 's) monad =
  match inputs with
  | [] -> unit []
  | input :: rest ->
      let* output = step input in
      let* outputs = mbind_stop rest step in
      unit (output :: outputs)

(* Skips a refused input, without an output for it: never fails. *)
let rec mbind_purge inputs (step : 'i -> ('o, 's) monad) : ('o list, 's) monad =
  match inputs with
  | [] -> unit []
  | input :: rest -> (
      let* answer = try_ (step input) in
      let* outputs = mbind_purge rest step in
      match answer with None -> unit outputs | Some output -> unit (output :: outputs))

(* Whether [m] succeeds from [state] with [true]. *)
let valid state (m : (bool, 's) monad) = match m state with Some (holds, _) -> holds | None -> false

(* Whether the inputs can be given from [state] and their outputs fulfil [p inputs]; [mbind] is one of the three above. *)
let test_sequence mbind state inputs step p =
  valid state
    (let* outputs = mbind inputs step in
     unit (p inputs outputs))

(* {1 Steps given by pre- and postcondition}

   [candidates] are the outputs and next states that are tried, in order. *)

(* The first candidate that the postcondition allows; fails where the precondition does not hold. *)
let of_pre_post candidates pre post input : ('o, 's) monad =
 fun state ->
  if pre state input then List.find_opt (fun (output, next) -> post state input output next) candidates
  else None

(* All of them, as a machine with choices. *)
let choices_of_pre_post candidates pre post state input =
  if pre state input then
    List.filter_map
      (fun (output, next) -> if post state input output next then Some (next, [ output ]) else None)
      candidates
  else []

(* Where the precondition holds, the postcondition can be met. *)
let implementable candidates pre post state input =
  (not (pre state input))
  || List.exists (fun (output, next) -> post state input output next) candidates

(* {1 Machines with choices} *)

type ('s, 'i, 'o) machine = 's -> 'i -> ('s * 'o list) list

(* A list without repetitions; the first of equal elements stays. *)
let distinct elements =
  let add seen x = if List.mem x seen then seen else x :: seen in
  List.rev (List.fold_left add [] elements)

let of_partial step : ('s, 'i, 'o) machine =
 fun state input -> match step state input with None -> [] | Some (output, next) -> [ (next, [ output ]) ]

(* The first choice; its list of outputs is one output. *)
let to_partial (machine : ('s, 'i, 'o) machine) state input =
  match machine state input with [] -> None | (next, outputs) :: _ -> Some (outputs, next)

(* The states after an answer. *)
let to_answers (machine : ('s, 'i, 'o) machine) state input answer =
  distinct
    (List.filter_map
       (fun (next, outputs) -> if outputs = answer then Some next else None)
       (machine state input))

(* Where nothing is specified, stays where it is without an output. Not harmless: a coin can get lost this way. *)
let enable_input (machine : ('s, 'i, 'o) machine) : ('s, 'i, 'o) machine =
 fun state input -> match machine state input with [] -> [ (state, []) ] | choices -> choices

(* Only the transitions that are allowed. *)
let restrict allowed (machine : ('s, 'i, 'o) machine) : ('s, 'i, 'o) machine =
 fun state input -> if allowed state input then machine state input else []

(* The states in which a trace of inputs with their outputs can end, from any of [states]. *)
let after machine states trace =
  List.fold_left
    (fun states (input, outputs) ->
      distinct (List.concat_map (fun state -> to_answers machine state input outputs) states))
    (distinct states) trace

(* Those of [inputs] with a transition from one of [states]. *)
let init (machine : ('s, 'i, 'o) machine) inputs states =
  List.filter (fun input -> List.exists (fun state -> machine state input <> []) states) inputs

(* All traces over [inputs] with up to [length] steps, shortest first. *)
let traces machine inputs length states =
  let answers states input =
    distinct (List.concat_map (fun state -> List.map snd (machine state input)) states)
  in
  let longer trace =
    let states = after machine states trace in
    let steps = List.concat_map (fun input -> List.map (fun os -> (input, os)) (answers states input)) in
    List.map (fun step -> trace @ [ step ]) (steps inputs)
  in
  let rec up_to length current =
    if length <= 0 then current else current @ up_to (length - 1) (List.concat_map longer current)
  in
  up_to length [ [] ]

let for_all_pairs p states inputs = List.for_all (fun state -> List.for_all (p state) inputs) states

(* At most one transition for each state and input. *)
let deterministic (machine : ('s, 'i, 'o) machine) states inputs =
  for_all_pairs (fun state input -> List.length (machine state input) <= 1) states inputs

(* At least one. *)
let total (machine : ('s, 'i, 'o) machine) states inputs =
  for_all_pairs (fun state input -> machine state input <> []) states inputs

(* {1 Machines from machines} *)

(* Two machines side by side: an input goes to one of them, the other one stays as it is. *)
let interleave (left : ('s, 'i, 'o) machine) (right : ('t, 'j, 'p) machine) :
    ('s * 't, ('i, 'j) Either.t, ('o, 'p) Either.t) machine =
 fun (l, r) input ->
  match input with
  | Either.Left i -> List.map (fun (l, outputs) -> ((l, r), List.map Either.left outputs)) (left l i)
  | Either.Right j -> List.map (fun (r, outputs) -> ((l, r), List.map Either.right outputs)) (right r j)

(* The outputs of the first machine are the inputs of the second, whose outputs are seen. The pair refuses what the second
   one refuses. *)
let pipe (first : ('s, 'i, 'o) machine) (second : ('t, 'o, 'p) machine) : ('s * 't, 'i, 'p) machine =
 fun (s, t) input ->
  let feed runs o =
    List.concat_map
      (fun (t, outputs) -> List.map (fun (t, more) -> (t, outputs @ more)) (second t o))
      runs
  in
  List.concat_map
    (fun (s, os) -> List.map (fun (t, outputs) -> ((s, t), outputs)) (List.fold_left feed [ (t, []) ] os))
    (first s input)

(* What up to [bound] inputs from [internal] can do by themselves: the states and the outputs on the way to each. *)
let rec closure (machine : ('s, 'i, 'o) machine) internal bound state =
  let onward (next, outputs) =
    List.map (fun (last, more) -> (last, outputs @ more)) (closure machine internal (bound - 1) next)
  in
  let steps = if bound <= 0 then [] else List.concat_map (machine state) internal in
  distinct ((state, []) :: List.concat_map onward steps)

(* The inputs in [internal] are no longer given from outside: after any other input, up to [bound] of them may happen. *)
let hide internal bound (machine : ('s, 'i, 'o) machine) : ('s, 'i, 'o) machine =
 fun state input ->
  let settle (next, outputs) =
    List.map (fun (last, more) -> (last, outputs @ more)) (closure machine internal bound next)
  in
  if List.mem input internal then [] else distinct (List.concat_map settle (machine state input))

(* Late binding. Inputs mention variables; [substitute environment input] is the input with their values, [None] if one has no
   value yet. What the machine answers is kept by [rebind environment input outputs]: a port that a server has chosen, say. *)
let observe rebind substitute (machine : ('s, 'i, 'o) machine) : ('e * 's, 'a, 'o) machine =
 fun (environment, state) input ->
  match substitute environment input with
  | None -> []
  | Some concrete ->
      List.map
        (fun (next, outputs) -> ((rebind environment input outputs, next), outputs))
        (machine state concrete)

(* All ways to go through two lists at the same time, each in its order. *)
let rec interleavings left right =
  match (left, right) with
  | [], rest | rest, [] -> [ rest ]
  | x :: xs, y :: ys ->
      List.map (fun rest -> x :: rest) (interleavings xs right)
      @ List.map (fun rest -> y :: rest) (interleavings left ys)

(* {1 Labelled transition systems}

   Inputs and outputs are labels of moves of their own (Tretmans, "Model Based Testing with Labelled Transition Systems"). [moves state] lists
   the moves from a state. A state is quiet if it can only take inputs. *)

type ('i, 'o) label = In of 'i | Out of 'o | Tau

let is_quiet moves state =
  List.for_all (fun (label, _) -> match label with In _ -> true | Out _ | Tau -> false) (moves state)

(* The quiet states that a state comes to by itself, each with the outputs on the way. Who makes more than [bound] moves without being asked
   is no machine that waits for inputs. *)
let rec settled bound moves state =
  if is_quiet moves state then [ (state, []) ]
  else if bound <= 0 then failwith "more moves without an input than the bound allows"
  else
    let onward (label, next) =
      match label with
      | In _ -> []
      | Tau -> settled (bound - 1) moves next
      | Out o -> List.map (fun (last, more) -> (last, o :: more)) (settled (bound - 1) moves next)
    in
    distinct (List.concat_map onward (moves state))

(* The machine whose answers are all outputs until it is quiet. Inputs are given in quiet states only. *)
let stepwise bound moves : ('s, 'i, 'o) machine =
 fun state input ->
  let taken (label, next) =
    match label with In i when i = input -> settled bound moves next | In _ | Out _ | Tau -> []
  in
  if is_quiet moves state then distinct (List.concat_map taken (moves state)) else []
