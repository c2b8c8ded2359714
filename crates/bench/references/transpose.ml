(* Rows become columns; shorter rows just end earlier. *)
let rec transpose = function
  | [] -> []
  | [] :: rows -> transpose rows
  | (x :: xs) :: rows ->
      let heads = List.filter_map (function [] -> None | y :: _ -> Some y) rows in
      let tails = List.filter_map (function [] -> None | _ :: ys -> Some ys) rows in
      (x :: heads) :: transpose (xs :: tails)
