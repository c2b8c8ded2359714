a, b, c = map(int, input().split())
if a + b <= c:
    print("no triangle")
else:
    print({1: "equilateral", 2: "isosceles", 3: "scalene"}[len({a, b, c})])
