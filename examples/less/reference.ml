let less (a : int) b = a < b
