numbers = []
while (x := int(input())) != 0:
    numbers.append(x)
print(numbers[0], numbers[-1])
