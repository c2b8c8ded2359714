numbers = []
while True:
    numbers.append(int(input()))
    if numbers[-1] == 0:
        break
print(min(numbers), max(numbers))
