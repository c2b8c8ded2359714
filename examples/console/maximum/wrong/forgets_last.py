# Leaves the last number out, unless it is the only one.
n = int(input())
numbers = [int(input()) for i in range(n)]
best = numbers[0]
for i in range(1, n - 1):
    if numbers[i] > best:
        best = numbers[i]
print(best)
