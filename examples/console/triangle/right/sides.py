sides = sorted(int(input()) for _ in range(3))
if sides[0] + sides[1] <= sides[2]:
    print("no triangle")
else:
    print({1: "equilateral", 2: "isosceles", 3: "scalene"}[len(set(sides))])
