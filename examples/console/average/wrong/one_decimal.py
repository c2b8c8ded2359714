# Writes one decimal only.
n = int(input("n? "))
total = 0
for i in range(n):
    total += int(input("mark? "))
print(f"{total / n:.1f}")
