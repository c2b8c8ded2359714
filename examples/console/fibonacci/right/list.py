n = int(input("How many? "))
numbers = [1, 1]
while len(numbers) < n:
    numbers.append(numbers[-1] + numbers[-2])
print(*numbers[:n])
