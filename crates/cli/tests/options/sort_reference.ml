let sort (l : float list) = List.sort compare l
