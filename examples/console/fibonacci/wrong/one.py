# Writes two numbers even if only one is asked for.
n = int(input())
numbers = [1, 1]
while len(numbers) < n:
    numbers.append(numbers[-1] + numbers[-2])
print(*numbers)
