import math

while True:
    n = int(input())
    if 0 <= n <= 12:
        break
    print("wrong")
print("The factorial is", math.factorial(n))
