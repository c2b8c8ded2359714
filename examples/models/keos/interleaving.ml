(* Two system calls at the same time: a send and a receipt, each a list of atomic actions. An input lets one
   of the threads take its next action, so that all interleavings are walked; a thread that has to wait
   refuses. The threads side by side are Machine.interleave, and what they do to the kernel is Machine.pipe.
   After MyKeOS of HOL-TestGen.
   Try: lydian model draw examples/models/keos/interleaving.ml *)

type action = Announce | Await | Copy of int | Take | Finish

(* What is left to do. *)
type thread = action list

(* What the kernel knows: who is ready, and what is under way. *)
type kernel = { sender_ready : bool; receiver_ready : bool; buffer : int option }

type state = (thread * thread) * kernel

(* The sender is on the left, the receiver on the right. *)
type input = (unit, unit) Either.t

type output = Sent | Received of int | Finished

let message = 7
let send = [ Announce; Await; Copy message; Finish ]
let receive = [ Announce; Await; Take; Finish ]
let init = ((send, receive), { sender_ready = false; receiver_ready = false; buffer = None })
let inputs = [ Either.Left (); Either.Right () ]

(* A thread does its actions one after the other. *)
let thread actions () = match actions with [] -> [] | action :: rest -> [ (rest, [ action ]) ]

let kernel state action =
  match action with
  | Either.Left Announce -> [ ({ state with sender_ready = true }, []) ]
  | Either.Right Announce -> [ ({ state with receiver_ready = true }, []) ]
  | Either.Left Await -> if state.receiver_ready then [ (state, []) ] else []
  | Either.Right Await -> if state.sender_ready then [ (state, []) ] else []
  | Either.Left (Copy n) -> [ ({ state with buffer = Some n }, [ Sent ]) ]
  | Either.Right Take -> (
      match state.buffer with None -> [] | Some n -> [ ({ state with buffer = None }, [ Received n ]) ])
  | Either.Left Finish | Either.Right Finish -> [ (state, [ Finished ]) ]
  | Either.Left Take | Either.Right (Copy _) -> []

let step : state -> input -> (state * output list) list = Machine.pipe (Machine.interleave thread thread) kernel

(* Until both calls are done, one of the threads can go on. *)
let prop_progress state = fst state = ([], []) || List.exists (fun input -> step state input <> []) inputs

(* What is sent is taken before the receiver is done. *)
let prop_nothing_left ((_, receiver), kernel) = receiver <> [] || kernel.buffer = None
