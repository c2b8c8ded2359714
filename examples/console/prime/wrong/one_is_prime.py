# Takes 1 (and 0) for a prime number.
n = int(input())
prime = True
for d in range(2, n):
    if n % d == 0:
        prime = False
print("prime" if prime else "not prime")
