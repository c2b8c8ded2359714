a = int(input("a: "))
b = int(input("b: "))
c = int(input("c: "))
if a + b <= c or b + c <= a or a + c <= b:
    print("These make no triangle.")
elif a == b == c:
    print("The triangle is equilateral.")
elif a == b or b == c or a == c:
    print("The triangle is isosceles.")
else:
    print("The triangle is scalene.")
