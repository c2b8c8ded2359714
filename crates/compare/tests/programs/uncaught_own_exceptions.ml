(* An own exception with a structured payload ends the program. *)
type t = Leaf | Node of t * int * t
exception Bad of string * t list * float option
let () = print_endline "start"
let rec check n = if n = 0 then raise (Bad ("deep", [ Leaf; Node (Leaf, -3, Leaf) ], Some 2.5)) else 1 + check (n - 1)
let () = print_int (check 5)
