# Stops at nine.
n = int(input("Number: "))
while n < 1 or n > 20:
    n = int(input("Number: "))
for i in range(1, 10):
    print(f"{n} x {i} = {n * i}")
