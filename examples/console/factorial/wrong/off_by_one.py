# Stops before n.
n = int(input())
while n < 0 or n > 12:
    n = int(input())
result = 1
for i in range(1, n):
    result *= i
print(result)
