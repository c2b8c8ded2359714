numbers = []
for name in ["first", "second", "third"]:
    numbers.append(int(input(f"The {name} number: ")))
numbers.sort()
print(numbers)
