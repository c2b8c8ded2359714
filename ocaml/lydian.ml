(* The module `Lydian` for real OCaml: the same names and types as the one that `lydian property` knows, so that a file of
   properties also lives in an ordinary OCaml project. Put it beside the file, or compile it first:

     ocamlc -c lydian.ml && ocamlc lydian.cmo lists.ml

   OCaml is strict: both sides of `==>`, `&&&` and `|||` are computed before the operator looks at them, so a right side
   must not fail where the left side is false; elsewhere write `assume condition; ...`, which computes nothing further. For the
   same reason a side of a connective that is rejected rejects the whole input here, where `lydian property` goes on with the
   other side. An element of a quantifier that is rejected is left out, here and there. *)

exception Rejected

type property = bool

(* {1 Preconditions} *)

let reject () = raise Rejected

(* Inputs that do not fulfil a condition are of no interest. *)
let assume condition = if not condition then raise Rejected

(* Where the left side does not hold, the input is rejected. *)
let ( ==> ) condition (p : bool) = if condition then p else raise Rejected

(* {1 Connectives} *)

let ( <==> ) (left : property) (right : property) : property = left = right
let ( &&& ) (left : property) (right : property) : property = left && right
let ( ||| ) (left : property) (right : property) : property = left || right
let not_ (p : property) : property = not p

(* {1 Quantifiers over explicit domains} *)

(* Goes through elements until the property is [stops] for one; rejected elements do not count, and if there are no others the
   whole is rejected. *)
let search (stops : bool) count domain (p : 'a -> property) : property =
  let next left domain = if left = 0 then Seq.Nil else domain () in
  let rec go tested left found =
    match found with
    | Seq.Nil -> if tested then not stops else raise Rejected
    | Seq.Cons (x, rest) -> (
        match p x with
        | holds -> if holds = stops then stops else go true (left - 1) (next (left - 1) rest)
        | exception Rejected -> go tested (left - 1) (next (left - 1) rest))
  in
  match next count domain with Seq.Nil -> not stops | found -> go false count found

let forall domain (p : 'a -> property) : property = search false (-1) (List.to_seq domain) p
let exists domain (p : 'a -> property) : property = search true (-1) (List.to_seq domain) p
let for_ (p : 'a -> property) domain : property = forall domain p
let in_ domain x = List.mem x domain

(* The first [count] elements of a sequence that may have no end. *)
let forall_first count domain (p : 'a -> property) : property = search false (max 0 count) domain p

(* {1 Comparisons} *)

let compared (holds : bool) _left _right : property = holds
let ( =? ) left right = compared (left = right) left right
let ( <>? ) left right = compared (left <> right) left right
let ( <? ) left right = compared (left < right) left right
let ( <=? ) left right = compared (left <= right) left right
let ( >? ) left right = compared (left > right) left right
let ( >=? ) left right = compared (left >= right) left right

let approx ?(within = 1e-9) (left : float) right : property =
  compared (left = right || Float.abs (left -. right) <= within) left right

(* {1 Labels} *)

(* How often each label was seen, and each class: what is demanded, and how often it was and was not met. *)
let seen : (string, int) Hashtbl.t = Hashtbl.create 16
let demanded : (string, int * int * int) Hashtbl.t = Hashtbl.create 16

let label text (p : property) : property =
  Hashtbl.replace seen text (1 + Option.value (Hashtbl.find_opt seen text) ~default:0);
  p

let classify condition text (p : property) : property = if condition then label text p else p

(* At least so many of a hundred tests shall be in the class. *)
let cover percent condition text (p : property) : property =
  let _, inside, outside = Option.value (Hashtbl.find_opt demanded text) ~default:(percent, 0, 0) in
  Hashtbl.replace demanded text
    (if condition then (percent, inside + 1, outside) else (percent, inside, outside + 1));
  p

(* {1 Running one case}

   Only here: `lydian property` needs no such function. [run name (fun () -> prop x y)] checks one case, says what came of
   it and gives whether that is no failure. *)

let run name (case : unit -> property) =
  let holds, text =
    match case () with
    | true -> (true, "holds")
    | false -> (false, "does not hold")
    | exception Rejected -> (true, "rejected")
    | exception fault -> (false, "raises " ^ Printexc.to_string fault)
  in
  print_endline (name ^ ": " ^ text);
  holds

(* Says how often each label was seen; gives whether every demand is met. *)
let labels () =
  let sorted table = List.sort compare (Hashtbl.fold (fun key value all -> (key, value) :: all) table []) in
  List.iter (fun (text, count) -> Printf.printf "%6d %s\n" count text) (sorted seen);
  List.for_all
    (fun (text, (percent, inside, outside)) ->
      Printf.printf "%6d of %d %s (%d %% demanded)\n" inside (inside + outside) text percent;
      inside * 100 >= percent * (inside + outside))
    (sorted demanded)
