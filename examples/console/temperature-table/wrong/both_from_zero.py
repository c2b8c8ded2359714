# Begins at 0 if the first temperature is negative.
low = int(input())
high = int(input())
for c in range(max(low, 0), high + 1):
    print(f"{c} {c * 1.8 + 32:.1f}")
