(* Clients that log in, each for itself: `step` is told which session asks. Try
     lydian model test login.ml --sessions 2 --reset reset --tcp 127.0.0.1:7010 -- python3 server.py 7010 mixed *)

type state = (int * string) list
type input = Login of string | Who
type output = Done | You_are of string | Nobody

let init = []
let inputs = [ Login "a"; Login "b"; Who ]

let step ~session users = function
  | Login name -> Some (Done, (session, name) :: List.remove_assoc session users)
  | Who -> (
      match List.assoc_opt session users with
      | Some name -> Some (You_are name, users)
      | None -> Some (Nobody, users))
