a, b, c = map(int, input().split())
if a + b <= c or a + c <= b or b + c <= a:
    print("no triangle")
elif a == b == c:
    print("equilateral")
elif a == b or b == c:
    print("isosceles")
else:
    print("scalene")
