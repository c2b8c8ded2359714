# Gives up after three wrong numbers.
n = int(input("Number: "))
tries = 1
while n < 1 or n > 20:
    if tries == 3:
        print("You do not seem to understand.")
        raise SystemExit
    n = int(input("Number: "))
    tries += 1
for i in range(1, 11):
    print(f"{n} x {i} = {n * i}")
