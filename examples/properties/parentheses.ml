(* Balanced parentheses of two kinds.
   Try: lydian property check examples/properties/parentheses.ml *)

open Lydian

type kind = Round | Square
type symbol = Open of kind | Close of kind
type tree = Group of kind * tree list

(* Whether the symbols close what is open, innermost first, and nothing else. *)
let rec closes stack symbols =
  match (symbols, stack) with
  | [], _ -> stack = []
  | Open kind :: rest, _ -> closes (kind :: stack) rest
  | Close kind :: rest, top :: below -> kind = top && closes below rest
  | Close _ :: _, [] -> false

let balanced symbols = closes [] symbols

(* {1 Operations} *)

(* A pair around nothing, before the symbol at a position. *)
let rec insert_pair kind position symbols =
  match symbols with
  | first :: rest when position > 0 -> first :: insert_pair kind (position - 1) rest
  | _ -> Open kind :: Close kind :: symbols

(* The position of what closes the first symbol. *)
let matching symbols =
  let rec go depth position symbols =
    match symbols with
    | [] -> None
    | Open _ :: rest -> go (depth + 1) (position + 1) rest
    | Close _ :: rest -> if depth = 1 then Some position else go (depth - 1) (position + 1) rest
  in
  go 0 0 symbols

let flip symbol = match symbol with Open kind -> Close kind | Close kind -> Open kind
let mirror symbols = List.rev_map flip symbols
let swap kind = match kind with Round -> Square | Square -> Round
let swapped symbols = List.map (fun s -> match s with Open k -> Open (swap k) | Close k -> Close (swap k)) symbols

let depth symbols =
  let rec go now most symbols =
    match symbols with
    | [] -> most
    | Open _ :: rest -> go (now + 1) (max most (now + 1)) rest
    | Close _ :: rest -> go (now - 1) most rest
  in
  go 0 0 symbols

(* The groups up to a symbol that closes something further out, and what follows. *)
let rec groups symbols =
  match symbols with
  | Open kind :: rest -> (
      let inner, rest = groups rest in
      match rest with
      | Close _ :: rest ->
          let others, rest = groups rest in
          (Group (kind, inner) :: others, rest)
      | _ -> ([ Group (kind, inner) ], rest))
  | _ -> ([], symbols)

let rec flatten trees =
  match trees with
  | [] -> []
  | Group (kind, inner) :: others -> (Open kind :: flatten inner) @ (Close kind :: flatten others)

let rec height trees =
  match trees with [] -> 0 | Group (_, inner) :: others -> max (1 + height inner) (height others)

(* Without pairs around nothing, until there are none: balanced symbols vanish. *)
let reduce symbols =
  let rec go stack symbols =
    match (symbols, stack) with
    | [], _ -> List.rev stack
    | Close kind :: rest, Open top :: below when kind = top -> go below rest
    | symbol :: rest, _ -> go (symbol :: stack) rest
  in
  go [] symbols

(* {1 Properties} *)

let prop_insert_balanced kind position symbols = balanced symbols ==> balanced (insert_pair kind position symbols)

let prop_insert_length kind position symbols =
  balanced symbols ==> (List.length (insert_pair kind position symbols) =? List.length symbols + 2)

let prop_matching symbols =
  (balanced symbols && symbols <> [])
  ==>
  match matching symbols with
  | None -> false
  | Some position ->
      let before = List.filteri (fun i _ -> i <= position) symbols in
      let inside = List.filteri (fun i _ -> 0 < i && i < position) symbols in
      balanced before &&& balanced inside

let prop_mirror symbols = balanced symbols ==> balanced (mirror symbols)
let prop_mirror_depth symbols = balanced symbols ==> (depth (mirror symbols) =? depth symbols)
let prop_swapped symbols = balanced symbols ==> (balanced (swapped symbols) &&& (swapped (swapped symbols) =? symbols))
let prop_groups symbols = balanced symbols ==> (groups symbols =? (fst (groups symbols), []))
let prop_flatten symbols = balanced symbols ==> (flatten (fst (groups symbols)) =? symbols)
let prop_depth symbols = balanced symbols ==> (depth symbols =? height (fst (groups symbols)))
let prop_concatenation left right = (balanced left && balanced right) ==> balanced (left @ right)
let prop_reduce symbols = balanced symbols ==> (reduce symbols =? [])
