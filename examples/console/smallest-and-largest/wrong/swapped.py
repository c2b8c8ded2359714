numbers = []
while (x := int(input())) != 0:
    numbers.append(x)
print(max(numbers), min(numbers))
