(* Functions. *)

external id : 'a -> 'a = "%identity"

let const x _ = x
let flip f x y = f y x
let negate p x = not (p x)

exception Finally_raised of exn

let protect ~(finally : unit -> unit) work =
  let finish () = try finally () with e -> raise (Finally_raised e) in
  match work () with
  | result ->
      finish ();
      result
  | exception e ->
      finish ();
      raise e

(* From OCaml 5 *)

let compose f g x = f (g x)
