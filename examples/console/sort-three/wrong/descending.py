# Sorts the wrong way round.
numbers = [int(input()) for i in range(3)]
print(*sorted(numbers, reverse=True))
