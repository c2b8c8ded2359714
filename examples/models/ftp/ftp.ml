(* A small file transfer: a client asks for a port up to a limit, the server chooses one, and data must go to
   that port. Which one it is turns out only when the server answers, so inputs speak of variables: X is the
   limit, Y the port. An observer (Machine.observe) puts in the values. After MiniFTP of HOL-TestGen.
   Try: lydian model test examples/models/ftp/ftp.ml --length 40 -- python3 examples/models/ftp/server.py *)

type variable = X | Y
type data = int
type input = Req of variable | Send of data * variable | Stop
type output = Port of int | Ack

(* What goes over the wire. *)
type request = Request of int | Data of data * int | Close

type connection = Idle | Open of int

let server connection request =
  match (connection, request) with
  | Idle, Request limit -> List.init (limit + 1) (fun port -> (Open port, [ Port port ]))
  | Open port, Data (_, p) when p = port -> [ (connection, [ Ack ]) ]
  | Open _, Close -> [ (Idle, [ Ack ]) ]
  | _ -> []

type environment = (variable * int) list
type state = environment * connection

let substitute environment input =
  let value variable = List.assoc_opt variable environment in
  match input with
  | Req variable -> Option.map (fun limit -> Request limit) (value variable)
  | Send (data, variable) -> Option.map (fun port -> Data (data, port)) (value variable)
  | Stop -> Some Close

let rebind environment _ outputs =
  match outputs with [ Port port ] -> (Y, port) :: List.remove_assoc Y environment | _ -> environment

let init = ([ (X, 3) ], Idle)
let step : state -> input -> (state * output list) list = Machine.observe rebind substitute server
let reset = "reset"
let inputs = [ Req X; Send (0, Y); Send (1, Y); Stop ]

(* One transfer: it is opened, some data is sent, it is closed. *)
type phase = Before | Within | After

let purpose_start = Before

let purpose_step phase input =
  match (phase, input) with
  | Before, Req X -> Some Within
  | Within, Send (_, Y) -> Some Within
  | Within, Stop -> Some After
  | _ -> None

let purpose_final phase = phase = After

(* The server never chooses more than what was asked for. *)
let prop_within_limit (_, connection) = match connection with Open port -> 0 <= port && port <= 3 | Idle -> true
