(* One property for each kind of verdict.
   Try: lydian property check examples/properties/verdicts.ml *)

open Lydian

type suit = Clubs | Diamonds | Hearts | Spades

let beats trump a b = (a = trump && b <> trump) || ((a = trump) = (b = trump) && a > b)

(* Finitely many inputs: all are tried. *)
let prop_finite (trump : suit) a b = not_ (beats trump a b &&& beats trump b a)

let clamp low high n = if n < low then low else if n > high then high else n

(* All integers, by three paths. *)
let prop_closed n = (clamp 0 100 n >=? 0) &&& (clamp 0 100 n <=? 100)

(* Lists have no end: no proof, but it is said how far the search came. *)
let prop_open (l : bool list) = classify (List.mem true l) "has a true" (List.rev (List.rev l) =? l)

(* The smallest integer has no absolute value. *)
let prop_wrong n = abs n >=? 0

(* No number is larger and smaller than another. *)
let prop_about_nothing n = (n > 5 && n < 5) ==> (n = 0)

(* Only half of the suits are red. *)
let prop_not_covered a = cover 60 (a = Diamonds || a = Hearts) "red" (beats a a Clubs || a = Clubs)
