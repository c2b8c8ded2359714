(* The length of the longest stretch of numbers that grow. *)
let longest_run (a : int list) =
  let best, _, _ =
    List.fold_left
      (fun (best, length, previous) x ->
        let length = match previous with Some p when x > p -> length + 1 | _ -> 1 in
        (max best length, length, Some x))
      (0, 0, None) a
  in
  best
