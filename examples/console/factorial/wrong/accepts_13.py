# Accepts 13.
import math

n = int(input())
while n < 0 or n > 13:
    n = int(input())
print(math.factorial(n))
