(* Files behind a web server with WebDAV: written, read, copied, moved and deleted. *)

type state = (string * string) list
type input = Put of string * string | Get of string | Delete of string | Copy of string * string | Move of string * string
type output = Created | Changed | Content of string | Missing | Forbidden

let init = []

(* Add Put (file, "") to see what lighttpd 1.4.69 makes of an empty file: it cuts off what is there, and what was copied from it with it. *)
let inputs =
  List.concat_map
    (fun file -> [ Put (file, "one"); Put (file, "a\nb"); Get file; Delete file ])
    [ "a"; "b"; "c d" ]
  @ List.concat_map
      (fun (from, target) -> [ Copy (from, target); Move (from, target) ])
      [ ("a", "b"); ("b", "a"); ("a", "c d"); ("a", "a") ]

let put file text state = List.sort compare ((file, text) :: List.remove_assoc file state)

let step state input =
  let same output = Some (output, state) in
  (* Whether something is there already decides what writing it is called. *)
  let written file text state = Some ((if List.mem_assoc file state then Changed else Created), put file text state) in
  match input with
  | Put (file, text) -> written file text state
  | Get file -> (
      match List.assoc_opt file state with Some text -> same (Content text) | None -> same Missing)
  | Delete file -> if List.mem_assoc file state then Some (Changed, List.remove_assoc file state) else same Missing
  | Copy (from, target) | Move (from, target) when from = target -> same Forbidden
  | Copy (from, target) -> (
      match List.assoc_opt from state with Some text -> written target text state | None -> same Missing)
  | Move (from, target) -> (
      match List.assoc_opt from state with
      | Some text ->
          Option.map (fun (output, state) -> (output, List.remove_assoc from state)) (written target text state)
      | None -> same Missing)
