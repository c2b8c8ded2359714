(* Two lists in one pass: what a function puts left, and what it puts right. *)
type ('a, 'b) either = Left of 'a | Right of 'b

let partition_map f list =
  let rec go lefts rights = function
    | [] -> (List.rev lefts, List.rev rights)
    | x :: rest -> (
        match f x with
        | Left l -> go (l :: lefts) rights rest
        | Right r -> go lefts (r :: rights) rest)
  in
  go [] [] list
