let less a b = a - b < 0
