# Compares texts of sides by their first digit.
a = input()
b = input()
c = input()
if int(a) + int(b) <= int(c) or int(b) + int(c) <= int(a) or int(a) + int(c) <= int(b):
    print("no triangle")
elif a[0] == b[0] == c[0]:
    print("equilateral")
elif a[0] == b[0] or b[0] == c[0] or a[0] == c[0]:
    print("isosceles")
else:
    print("scalene")
