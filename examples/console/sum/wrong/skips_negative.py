# Adds only the positive numbers.
n = int(input())
total = 0
for i in range(n):
    x = int(input())
    if x > 0:
        total += x
print(total)
