# Writes equal numbers once: they are kept in a set.
numbers = {int(input()), int(input()), int(input())}
print(*sorted(numbers))
