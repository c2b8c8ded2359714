(* Array: creation, access, conversion, higher-order functions. *)
let show a = print_endline ("[|" ^ String.concat "; " (Array.to_list (Array.map string_of_int a)) ^ "|]")
let () =
  let a = [| 5; 3; 8 |] in
  show a; show (Array.make 3 7); show (Array.init 4 (fun i -> i * i)); show (Array.append a [| 1 |]); show (Array.concat [ a; [||]; a ]); show (Array.sub a 1 2); show (Array.copy a); show (Array.of_list [ 1; 2 ]); show (Array.make 0 1);
  a.(0) <- 50; Array.set a 1 30; Printf.printf "%d %d %d\n" a.(0) (Array.get a 1) (Array.length a);
  show (Array.mapi ( + ) a); show (Array.map2 ( * ) a a);
  Array.iter (Printf.printf "%d ") a; Array.iteri (fun i x -> Printf.printf "%d:%d " i x) a; Array.iter2 (fun x y -> Printf.printf "%d " (x - y)) a a; print_newline ();
  Printf.printf "%d %d\n" (Array.fold_left ( - ) 0 a) (Array.fold_right ( - ) a 0);
  Printf.printf "%b %b %b %b\n" (Array.for_all (fun x -> x > 0) a) (Array.exists (fun x -> x = 8) a) (Array.mem 30 a) (Array.memq 31 a);
  let b = Array.make 6 0 in
  Array.fill b 1 3 9; show b; Array.blit a 0 b 3 3; show b; Array.blit b 2 b 3 3; show b; Array.blit b 3 b 1 3; show b;
  Array.sort compare b; show b; Array.stable_sort (fun x y -> compare y x) b; show b;
  let m = Array.make_matrix 2 3 0 in
  m.(0).(1) <- 5; Array.iter show m;
  let shared = Array.make 2 [| 0 |] in
  shared.(0).(0) <- 9; Array.iter show shared;
  let x, y = Array.split [| (1, 'a'); (2, 'b') |] in
  show x; Array.iter print_char y; print_newline ();
  Array.iter (fun (a, b) -> Printf.printf "%d%d " a b) (Array.combine [| 1; 2 |] [| 3; 4 |]); print_newline ();
  Printf.printf "%b %b\n" (Array.find_opt (fun x -> x > 100) a = None) (Array.find_map (fun x -> if x = 8 then Some 'y' else None) a = Some 'y');
  show (Array.of_seq (Array.to_seq a));
  let acc, c = Array.fold_left_map (fun n x -> (n + x, n)) 0 a in
  print_int acc; show c;
  List.iter print_int (Array.to_list [| 1; 2 |]); print_newline ()
