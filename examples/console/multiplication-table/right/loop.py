n = int(input("Number (1-20): "))
while n < 1 or n > 20:
    n = int(input("From 1 to 20, please: "))
for i in range(1, 11):
    print(f"{n} x {i} = {n * i}")
