numbers = []
count = int(input())
while len(numbers) < count:
    value = int(input())
    if value not in numbers:
        numbers.append(value)
print(sum(numbers))
