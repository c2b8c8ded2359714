# The text is misspelled.
numbers = []
while (x := int(input("? "))) != 0:
    numbers.append(x)
print(min(numbers) if numbers else "no number")
