number = input("Number: ")
print("Digit sum:", sum(int(digit) for digit in number))
