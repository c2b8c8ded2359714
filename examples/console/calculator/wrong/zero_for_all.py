# Says "division by zero" whatever the operator is, if the second number is 0.
a = int(input())
op = input()
b = int(input())
if b == 0:
    print("division by zero")
elif op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a * b)
else:
    print(round(a / b, 2))
