n = int(input())
s = n
for _ in range(n):
    s += int(input())
print(f"{s / n:.2f}")
