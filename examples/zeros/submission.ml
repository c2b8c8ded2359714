let zeros n m = Array.make n (Array.make m 0)
