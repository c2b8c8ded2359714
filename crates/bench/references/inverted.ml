(* From each number to the names under which it is found, newest first. *)
module Numbers = Map.Make (Int)

let inverted pairs =
  let add (name, number) index =
    Numbers.update number
      (function None -> Some [ name ] | Some names -> if List.mem name names then Some names else Some (name :: names))
      index
  in
  pairs |> List.rev |> List.fold_left (fun index pair -> add pair index) Numbers.empty |> Numbers.bindings
