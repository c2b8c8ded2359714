a = int(input())
b = int(input())
c = int(input())
if a + b <= c or a + c <= b or b + c <= a:
    print("no triangle")
else:
    print({1: "equilateral", 2: "isosceles", 3: "scalene"}[len({a, b, c})])
