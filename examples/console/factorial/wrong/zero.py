# The factorial of 0 is 0.
n = int(input())
while n < 0 or n > 12:
    n = int(input())
result = n
for i in range(1, n):
    result *= i
print(result)
