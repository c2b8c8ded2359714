# Adds in the place of multiplying.
n = int(input())
while n < 0 or n > 12:
    n = int(input())
result = 1
for i in range(2, n + 1):
    result += i
print(result)
