# Has commas between the numbers.
n = int(input())
numbers = [1, 1]
for i in range(n - 2):
    numbers.append(numbers[i] + numbers[i + 1])
print(", ".join(str(f) for f in numbers[:n]))
