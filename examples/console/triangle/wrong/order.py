# Asks for two equal sides before three.
a = int(input())
b = int(input())
c = int(input())
if a + b <= c or b + c <= a or a + c <= b:
    print("no triangle")
elif a == b or b == c or a == c:
    print("isosceles")
elif a == b == c:
    print("equilateral")
else:
    print("scalene")
