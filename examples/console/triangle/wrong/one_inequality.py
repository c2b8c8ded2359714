# Checks one of the three inequalities only.
a = int(input())
b = int(input())
c = int(input())
if a + b <= c:
    print("no triangle")
elif a == b == c:
    print("equilateral")
elif a == b or b == c or a == c:
    print("isosceles")
else:
    print("scalene")
