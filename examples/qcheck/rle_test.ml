(* Run-length encoding with runs of one digit, and its tests as one writes them with QCheck. *)

let encode list =
  let add runs x =
    match runs with (y, n) :: rest when x = y && n < 9 -> (y, n + 1) :: rest | _ -> (x, 1) :: runs
  in
  List.rev (List.fold_left add [] list)

let decode runs = List.concat_map (fun (x, n) -> List.init n (fun _ -> x)) runs

let rec neighbours_differ = function
  | (x, _) :: ((y, _) :: _ as rest) -> x <> y && neighbours_differ rest
  | _ -> true

open QCheck

let runs = small_list (pair small_nat (int_range 1 9))

let tests =
  [
    Test.make ~count:1000 ~name:"decode undoes encode" (list small_nat) (fun l -> decode (encode l) = l);
    Test.make ~count:1000 ~name:"neighbours differ" (list small_nat) (fun l -> neighbours_differ (encode l));
    Test.make ~count:1000 ~name:"encode undoes decode" runs (fun runs ->
        assume (neighbours_differ runs);
        encode (decode runs) = runs);
  ]

let () = QCheck_base_runner.run_tests_main tests
