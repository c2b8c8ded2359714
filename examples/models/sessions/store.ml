(* A counter, a register and a stack that several clients share. Try
     lydian model test store.ml --sessions 2 --tcp 127.0.0.1:7010 -- python3 server.py 7010 lost *)

type state = { count : int; register : int; stack : int list }
type input = Add | Count | Write of int | Read | Push of int | Pop
type output = Done | Is of int | Empty

let init = { count = 0; register = 0; stack = [] }
let inputs = [ Add; Count; Write 1; Write 2; Read; Push 1; Push 2; Pop ]

let step state = function
  | Add -> Some (Done, { state with count = state.count + 1 })
  | Count -> Some (Is state.count, state)
  | Write value -> Some (Done, { state with register = value })
  | Read -> Some (Is state.register, state)
  | Push value -> Some (Done, { state with stack = value :: state.stack })
  | Pop -> (
      match state.stack with
      | [] -> Some (Empty, state)
      | value :: rest -> Some (Is value, { state with stack = rest }))
