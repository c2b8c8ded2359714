# Forgets that the first and the last side may be equal.
a = int(input())
b = int(input())
c = int(input())
if a + b <= c or b + c <= a or a + c <= b:
    print("no triangle")
elif a == b == c:
    print("equilateral")
elif a == b or b == c:
    print("isosceles")
else:
    print("scalene")
