let zeros n m = Array.make_matrix n m 0
