(* A student's sets as lists, power sets, relations and their closure. *)
let rec mem x = function [] -> false | y :: t -> x = y || mem x t
let add x s = if mem x s then s else x :: s
let union a b = List.fold_right add a b
let inter a b = List.filter (fun x -> mem x b) a
let diff a b = List.filter (fun x -> not (mem x b)) a
let subset a b = List.for_all (fun x -> mem x b) a
let equal a b = subset a b && subset b a
let rec power = function [] -> [ [] ] | x :: t -> let p = power t in p @ List.map (fun s -> x :: s) p
let product a b = List.concat_map (fun x -> List.map (fun y -> (x, y)) b) a
let compose r s = List.sort_uniq compare (List.concat_map (fun (a, b) -> List.filter_map (fun (c, d) -> if b = c then Some (a, d) else None) s) r)
let rec closure r = let r' = List.sort_uniq compare (r @ compose r r) in if r' = r then r else closure r'
let show l = "{" ^ String.concat "," (List.map string_of_int (List.sort compare l)) ^ "}"
let () =
  let a = [ 1; 2; 3 ] and b = [ 3; 4 ] in
  print_endline (show (union a b) ^ show (inter a b) ^ show (diff a b));
  Printf.printf "%b %b %b\n" (subset [ 1 ] a) (equal [ 3; 1; 2 ] a) (equal a b);
  print_endline (String.concat " " (List.map show (power a)));
  Printf.printf "%d\n" (List.length (product a b));
  List.iter (fun (x, y) -> Printf.printf "%d-%d " x y) (closure [ (1, 2); (2, 3); (3, 4) ]);
  print_newline ()
