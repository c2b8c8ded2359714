a, b, c = map(int, input().split())
if a + b <= c or a + c <= b or b + c <= a:
    print("no triangle")
elif a == b or b == c or a == c:
    print("isosceles")
elif a == b == c:
    print("equilateral")
else:
    print("scalene")
