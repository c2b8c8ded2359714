# Cuts the decimals off instead of rounding.
n = int(input())
total = 0
for i in range(n):
    total += int(input())
print("Average:", int(total / n * 100) / 100)
