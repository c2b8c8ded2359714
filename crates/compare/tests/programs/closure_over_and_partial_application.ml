(* Functions that return functions take more arguments than they name. *)
let add a b = a + b
let pick b = if b then ( + ) else ( - )
let twice f x = f (f x)
let id x = x
let () =
  Printf.printf "%d %d\n" (pick true 5 3) (pick false 5 3);
  Printf.printf "%d\n" (twice (add 3) 10);
  Printf.printf "%d\n" (twice twice succ 0);
  Printf.printf "%d\n" (twice twice twice succ 0);
  Printf.printf "%d\n" (id add 1 2);
  Printf.printf "%d\n" (id id id add 3 4);
  Printf.printf "%d\n" ((fun f g x -> f (g x) x) add succ 5);
  let curry f a b = f (a, b) and uncurry f (a, b) = f a b in
  Printf.printf "%d %d\n" (curry (fun (a, b) -> a * b) 6 7) (uncurry add (1, 2));
  let add3 = List.map add [ 1; 2; 3 ] in
  List.iter2 (fun f x -> Printf.printf "%d " (f x)) add3 [ 10; 20; 30 ];
  Printf.printf "%d\n" (List.fold_left (fun f g x -> g (f x)) id [ succ; add 5; ( * ) 2 ] 1);
  Printf.printf "%d %d\n" (1 |> add 2 |> succ) (succ @@ add 1 @@ 2);
  let opt = Some add in
  match opt with Some f -> print_int (f 1 1) | None -> ()
