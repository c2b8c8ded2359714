m = 0
for _ in range(3):
    m = max(m, int(input()))
print(m)
