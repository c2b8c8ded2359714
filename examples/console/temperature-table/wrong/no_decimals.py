# Writes whole degrees.
low = int(input())
high = int(input())
for c in range(low, high + 1):
    print(c, round(c * 9 / 5 + 32))
