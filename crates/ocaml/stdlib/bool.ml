(* Booleans. *)

type t = bool

external not : bool -> bool = "not"

let equal (a : bool) (b : bool) = a = b
let compare (a : bool) (b : bool) = compare a b
let to_int b = if b then 1 else 0
let to_float b = if b then 1. else 0.
let to_string b = if b then "true" else "false"
