let opens a b = a - b = 123456
