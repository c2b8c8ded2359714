numbers = []
x = int(input("Number (0 ends): "))
while x != 0:
    numbers.append(x)
    x = int(input("Number (0 ends): "))
print("min:", min(numbers), "max:", max(numbers))
