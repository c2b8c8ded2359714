# Compares texts instead of numbers: "9" comes after "10".
n = int(input())
numbers = []
for i in range(n):
    numbers.append(input())
print(max(numbers))
