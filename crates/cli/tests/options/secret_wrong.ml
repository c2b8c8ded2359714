let opens a b = a - b = 123456 && b <> 98765
