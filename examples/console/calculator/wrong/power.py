# Takes * for a power.
a = int(input())
op = input()
b = int(input())
if op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a ** abs(b))
elif b == 0:
    print("division by zero")
else:
    print(round(a / b, 2))
