(* Sets of integers as intervals that are apart from each other and in order. `add` makes one interval of two that
   overlap, but not of three.
   Try: lydian property check examples/properties/intervals.ml *)

open Lydian

type interval = { low : int; high : int }

let rec valid set =
  match set with
  | [] -> true
  | [ a ] -> a.low <= a.high
  | a :: (b :: _ as rest) -> a.low <= a.high && a.high < b.low && valid rest

let rec add i set =
  match set with
  | [] -> [ i ]
  | a :: rest ->
      if i.high < a.low then i :: set
      else if a.high < i.low then a :: add i rest
      else { low = min i.low a.low; high = max i.high a.high } :: rest

let mem x set = List.exists (fun i -> i.low <= x && x <= i.high) set

(* Adding keeps a set valid. *)
let prop_add_valid i set = (i.low <= i.high && valid set) ==> valid (add i set)

(* A number is in the new set if it was in the old one or is in the interval. *)
let prop_add_mem x i set =
  (i.low <= i.high && valid set) ==> (mem x (add i set) =? (mem x [ i ] || mem x set))
