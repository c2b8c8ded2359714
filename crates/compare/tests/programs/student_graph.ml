(* A student's searches in a graph. *)
module Ints = Set.Make (Int)
let graph = [ (1, [ 2; 3 ]); (2, [ 4 ]); (3, [ 4; 5 ]); (4, [ 6 ]); (5, [ 6 ]); (6, []); (7, [ 1 ]) ]
let next n = try List.assoc n graph with Not_found -> []
let dfs start =
  let rec go seen = function [] -> List.rev seen | x :: rest -> if List.mem x seen then go seen rest else go (x :: seen) (next x @ rest) in
  go [] [ start ]
let bfs start =
  let rec go seen = function [] -> List.rev seen | x :: rest -> if List.mem x seen then go seen rest else go (x :: seen) (rest @ next x) in
  go [] [ start ]
let reachable start =
  let rec go seen x = if Ints.mem x seen then seen else List.fold_left go (Ints.add x seen) (next x) in
  go Ints.empty start
let path a b =
  let rec go seen x = if x = b then Some [ x ] else if List.mem x seen then None else List.fold_left (fun found y -> match found with Some _ -> found | None -> Option.map (fun p -> x :: p) (go (x :: seen) y)) None (next x) in
  go [] a
let topological () =
  let seen = Hashtbl.create 10 and out = ref [] in
  let rec visit x = if not (Hashtbl.mem seen x) then begin Hashtbl.add seen x (); List.iter visit (next x); out := x :: !out end in
  List.iter (fun (x, _) -> visit x) graph;
  !out
let show l = print_endline (String.concat " " (List.map string_of_int l))
let () =
  show (dfs 1); show (bfs 1); show (Ints.elements (reachable 3)); show (Option.value (path 7 6) ~default:[]); show (Option.value (path 6 1) ~default:[]); show (topological ())
