low = high = 0
while (x := int(input())) != 0:
    low, high = min(low, x), max(high, x)
print(low, high)
