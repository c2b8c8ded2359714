n = int(input("Number: "))
divisors = 0
for d in range(1, n + 1):
    if n % d == 0:
        divisors += 1
if divisors == 2:
    print(f"{n} is prime.")
else:
    print(f"{n} is not prime.")
