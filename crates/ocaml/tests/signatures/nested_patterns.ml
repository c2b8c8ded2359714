type t = Node of (t * int * t) option | Tip of { label : string; rank : int * int }
let rec f = function
  | Node (Some (Node None, n, (Tip { rank = (a, _); _ } as t))) when a > n -> f t
  | Node (Some ((Tip _ as l), _, _)) | Node (Some (Node _, _, l)) -> 1 + f l
  | Tip { label = "" | "x"; rank = (0, n) | (n, 0) } -> n
  | Tip r -> fst r.rank
  | Node None -> 0
let g = function ((1 | 2), ('a' .. 'f' as c)) :: _ -> Some c | _ :: (_, c) :: [] -> Some c | _ -> None
let h [@warning "-8"] = fun [| x; (y, z) |] -> (x, y, z)
