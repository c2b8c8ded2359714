b = 0
while (x := int(input())) != 0:
    if b + x < 0:
        print("insufficient")
        break
    b += x
    print(b)
print(b)
