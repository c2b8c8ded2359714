let average l = List.fold_left ( +. ) 0. l /. float_of_int (List.length l)
