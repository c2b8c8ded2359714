# Says that isosceles triangles with a long base are none.
a = int(input())
b = int(input())
c = int(input())
longest = max(a, b, c)
if a + b + c - longest <= longest or (a == b and c > a + 5):
    print("no triangle")
elif a == b == c:
    print("equilateral")
elif a == b or b == c or a == c:
    print("isosceles")
else:
    print("scalene")
