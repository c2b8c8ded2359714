# The factors are in the wrong order.
n = int(input("Number: "))
while not 1 <= n <= 20:
    n = int(input("Number: "))
for i in range(1, 11):
    print(f"{i} x {n} = {n * i}")
