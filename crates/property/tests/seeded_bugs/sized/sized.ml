(* All values of exactly a size, one after the other: a constructor and a basic value count one. *)
type 'a all = int -> ('a -> unit) -> unit

let basic values : 'a all = fun size found -> if size = 1 then List.iter found values
let map make (all : 'a all) : 'b all = fun size found -> all size (fun x -> found (make x))
let more (all : 'a all) : 'a all = fun size found -> if size > 0 then all (size - 1) found

let pair (left : 'a all) (right : 'b all) : ('a * 'b) all =
 fun size found ->
  for part = 0 to size do
    left part (fun x -> right (size - part) (fun y -> found (x, y)))
  done

let rec list (all : 'a all) : 'a list all =
 fun size found ->
  if size = 1 then found [] else more (map (fun (x, rest) -> x :: rest) (pair all (list all))) size found

exception Smallest of int

(* The smallest size up to a limit at which something fails. *)
let smallest limit all holds =
  try
    for size = 0 to limit do
      all size (fun x -> if not (try holds x with _ -> false) then raise (Smallest size))
    done;
    "none"
  with Smallest size -> string_of_int size
