# Writes all decimals of a quotient.
a = int(input())
op = input()
b = int(input())
if op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a * b)
elif b == 0:
    print("division by zero")
else:
    print(a / b)
