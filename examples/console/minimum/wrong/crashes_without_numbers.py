# Crashes if there are no numbers.
numbers = []
while (x := int(input())) != 0:
    numbers.append(x)
print("Smallest:", min(numbers))
