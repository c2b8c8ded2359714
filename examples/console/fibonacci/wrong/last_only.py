# Writes the last number only.
n = int(input())
a, b = 1, 1
for i in range(n - 1):
    a, b = b, a + b
print(a)
