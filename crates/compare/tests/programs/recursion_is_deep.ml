(* A hundred thousand frames that are not tail calls. *)
let rec build n = if n = 0 then [] else n :: build (n - 1)
let rec sum = function [] -> 0 | x :: rest -> x + sum rest
let rec count n = if n = 0 then 0 else 1 + count (n - 1)
let () =
  Printf.printf "%d\n" (sum (build 100_000));
  Printf.printf "%d\n" (count 100_000);
  Printf.printf "%d\n" (List.length (List.map succ (build 100_000)));
  Printf.printf "%d\n" (List.fold_right ( + ) (build 50_000) 0);
  Printf.printf "%d\n" (List.length (build 60_000 @ build 60_000))
