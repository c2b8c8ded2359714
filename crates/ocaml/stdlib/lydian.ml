(* Logical properties: operators for functions whose names start with `prop_`. A property is a truth value; an input that
   it is not about is rejected by an exception. Real OCaml has no such module, but `ocaml/lydian.ml` of the project gives it
   one with the same names. What is noted here is what a report tells: 1 a label, 2 a demand on labels, 3 the two sides
   of a comparison that fails, 4 a witness. *)

exception Rejected

external note : int -> 'a -> unit = "note"

type property = bool

(* {1 Preconditions} *)

let reject () = raise Rejected

(* Inputs that do not fulfil a condition are of no interest. *)
let assume condition = if not condition then raise Rejected

(* The right side is looked at only where the left side holds; elsewhere the input is rejected. *)
external ( ==> ) : bool -> bool -> bool = "implies"

(* {1 Connectives} *)

let ( <==> ) (left : property) (right : property) : property = left = right
let ( &&& ) (left : property) (right : property) : property = left && right
let ( ||| ) (left : property) (right : property) : property = left || right
let not_ (p : property) : property = not p

(* {1 Quantifiers over explicit domains} *)

let forall domain (p : 'a -> property) : property = List.for_all p domain

let exists domain (p : 'a -> property) : property =
  match List.find_opt p domain with
  | Some witness ->
      note 4 witness;
      true
  | None -> false

(* The property first, as in `prop `for_` domain`. *)
let for_ (p : 'a -> property) domain : property = List.for_all p domain
let in_ domain x = List.mem x domain

(* The first [count] elements of a sequence that may have no end. *)
let forall_first count domain (p : 'a -> property) : property =
  let rec all left domain =
    left <= 0 || match domain () with Seq.Nil -> true | Seq.Cons (x, rest) -> p x && all (left - 1) rest
  in
  all count domain

(* {1 Comparisons that show both sides} *)

let compared holds left right : property =
  if holds then true
  else begin
    note 3 (left, right);
    false
  end

let ( =? ) left right = compared (left = right) left right
let ( <>? ) left right = compared (left <> right) left right
let ( <? ) left right = compared (left < right) left right
let ( <=? ) left right = compared (left <= right) left right
let ( >? ) left right = compared (left > right) left right
let ( >=? ) left right = compared (left >= right) left right

let approx ?(within = 1e-9) (left : float) right : property =
  compared (left = right || Float.abs (left -. right) <= within) left right

(* {1 Labels} *)

let label (text : string) (p : property) : property =
  note 1 text;
  p

let classify condition (text : string) (p : property) : property =
  if condition then note 1 text;
  p

(* At least so many of a hundred tests shall be in the class. *)
let cover (percent : int) (condition : bool) (text : string) (p : property) : property =
  note 2 (text, percent, condition);
  p
