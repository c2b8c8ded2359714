let prop_map (f : int -> int) list = List.map f (List.rev list) = List.rev (List.map f list)
