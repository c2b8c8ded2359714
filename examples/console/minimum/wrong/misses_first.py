# Forgets the first number if there are others.
x = int(input())
if x == 0:
    print("no numbers")
else:
    smallest = x
    y = int(input())
    if y != 0:
        smallest = y
    while y != 0:
        smallest = min(smallest, y)
        y = int(input())
    print(smallest)
