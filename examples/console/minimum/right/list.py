numbers = []
x = int(input("Number (0 ends): "))
while x != 0:
    numbers.append(x)
    x = int(input("Number (0 ends): "))
if numbers:
    print("Smallest:", min(numbers))
else:
    print("There are no numbers.")
