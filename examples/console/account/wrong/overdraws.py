b = 0
while (x := int(input())) != 0:
    b += x
    print("insufficient" if b < 0 else b)
print(b)
