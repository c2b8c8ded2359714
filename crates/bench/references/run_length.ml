(* Packs equal neighbours into pairs of an element and how often it comes. *)
let rec run_length = function
  | [] -> []
  | x :: rest -> (
      match run_length rest with
      | (y, n) :: packed when x = y -> (y, n + 1) :: packed
      | packed -> (x, 1) :: packed)
