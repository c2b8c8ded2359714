(* Mean and variance of numbers; None if there are none. *)
let mean_variance numbers =
  match numbers with
  | [] -> None
  | _ ->
      let n = float_of_int (List.length numbers) in
      let sum = List.fold_left ( +. ) 0.0 in
      let mean = sum numbers /. n in
      let squares = List.map (fun x -> (x -. mean) *. (x -. mean)) numbers in
      Some (mean, sum squares /. n)
