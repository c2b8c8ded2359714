(* List functions that do not recurse deeply work on long lists. *)
let long = List.init 200_000 (fun i -> i)
let () =
  Printf.printf "%d\n" (List.length long);
  Printf.printf "%d\n" (List.fold_left ( + ) 0 long);
  Printf.printf "%d\n" (List.hd (List.rev long));
  Printf.printf "%d\n" (List.length (List.rev_map succ long));
  Printf.printf "%d\n" (List.length (List.filter (fun x -> x mod 3 = 0) long));
  Printf.printf "%d\n" (List.nth (List.sort (fun a b -> compare b a) long) 10);
  Printf.printf "%b\n" (List.for_all (fun x -> x >= 0) long && not (List.mem (-1) long));
  Printf.printf "%b\n" (long = List.rev (List.rev long));
  Printf.printf "%d\n" (compare long (List.tl long));
  let a = Array.of_list long in
  Array.sort (fun x y -> compare y x) a;
  Printf.printf "%d %d\n" a.(0) (Array.length a);
  Printf.printf "%d\n" (String.length (String.concat "" (List.map (fun _ -> "ab") (Array.to_list (Array.sub a 0 50_000)))))
