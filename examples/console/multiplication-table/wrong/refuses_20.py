# Takes 20 for too large.
n = int(input("Number: "))
while n < 1 or n >= 20:
    n = int(input("Number: "))
for i in range(1, 11):
    print(f"{n} x {i} = {n * i}")
