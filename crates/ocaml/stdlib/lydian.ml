(* Logical properties: operators for functions whose names start with `prop_`. A property is a truth value; an input that
   it is not about is rejected by an exception. A quantifier and a connective catch it: what is rejected inside of them is one
   element or one side, and the others still count. Real OCaml has no such module, but `ocaml/lydian.ml` of the project gives
   it one with the same names. What is noted here is what a report tells: 1 a label, 2 a demand on labels, 3 the two sides
   of a comparison that fails, 4 a witness. *)

exception Rejected

external note : int -> 'a -> unit = "note"
external noted : unit -> int = "noted"
external forget : int -> unit = "forget"
external forget_labels : int -> unit = "forget_labels"

type property = bool

(* {1 Preconditions} *)

let reject () = raise Rejected

(* Inputs that do not fulfil a condition are of no interest. *)
let assume condition = if not condition then raise Rejected

(* The right side is looked at only where the left side holds; elsewhere the input is rejected. *)
external ( ==> ) : bool -> bool -> bool = "implies"

(* {1 Connectives} *)

(* Both sides are computed, and a side that is rejected says nothing: `p &&& q` is then the other side, `p ||| q` is true if the
   other side is and rejected if not, and `p <==> q` is rejected. *)
external ( <==> ) : property -> property -> property = "property_iff"
external ( &&& ) : property -> property -> property = "property_and"
external ( ||| ) : property -> property -> property = "property_or"
let not_ (p : property) : property = not p

(* {1 Quantifiers over explicit domains} *)

(* An element that is rejected is none of the domain. If all of them are, nothing was tested: the whole is rejected, too. *)

let forall domain (p : 'a -> property) : property =
  let rec all tested domain =
    match domain with
    | [] -> tested || reject ()
    | x :: rest -> (
        let mark = noted () in
        match p x with
        | true -> all true rest
        | false -> false
        | exception Rejected ->
            forget mark;
            all tested rest)
  in
  match domain with [] -> true | _ -> all false domain

(* Of candidates that are no witness, only the sides of comparisons are of interest. *)
let exists domain (p : 'a -> property) : property =
  let rec some tested domain =
    match domain with
    | [] -> if tested then false else reject ()
    | x :: rest -> (
        let mark = noted () in
        match p x with
        | true ->
            note 4 x;
            true
        | false ->
            forget_labels mark;
            some true rest
        | exception Rejected ->
            forget mark;
            some tested rest)
  in
  match domain with [] -> false | _ -> some false domain

(* The property first, as in `prop `for_` domain`. *)
let for_ (p : 'a -> property) domain : property = forall domain p
let in_ domain x = List.mem x domain

(* The first [count] elements of a sequence that may have no end. *)
let forall_first count domain (p : 'a -> property) : property =
  let first left domain = if left <= 0 then Seq.Nil else domain () in
  let rec all tested left found =
    match found with
    | Seq.Nil -> tested || reject ()
    | Seq.Cons (x, rest) -> (
        let mark = noted () in
        match p x with
        | true -> all true (left - 1) (first (left - 1) rest)
        | false -> false
        | exception Rejected ->
            forget mark;
            all tested (left - 1) (first (left - 1) rest))
  in
  match first count domain with Seq.Nil -> true | found -> all false count found

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
