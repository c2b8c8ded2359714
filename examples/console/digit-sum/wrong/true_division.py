# Divides with decimals.
n = int(input())
total = 0
while n >= 1:
    total += n % 10
    n = n / 10
print(total)
