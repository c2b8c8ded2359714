(* The nodes that can be reached in a graph of edges, in order of number. *)
module Nodes = Set.Make (Int)

let reachable edges start =
  let successors node = List.filter_map (fun (a, b) -> if a = node then Some b else None) edges in
  let rec visit seen = function
    | [] -> seen
    | node :: rest when Nodes.mem node seen -> visit seen rest
    | node :: rest -> visit (Nodes.add node seen) (successors node @ rest)
  in
  Nodes.elements (visit Nodes.empty [ start ])
