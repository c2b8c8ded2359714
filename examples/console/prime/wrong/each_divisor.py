# Writes an answer for each divisor.
n = int(input())
if n < 2:
    print("not prime")
for d in range(2, n):
    if n % d == 0:
        print("not prime")
if n >= 2 and all(n % d for d in range(2, n)):
    print("prime")
