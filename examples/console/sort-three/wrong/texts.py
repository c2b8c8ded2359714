# Sorts texts.
numbers = [input() for i in range(3)]
print(*sorted(numbers))
