# Crashes if it should divide by 0.
a = int(input())
op = input()
b = int(input())
if op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a * b)
else:
    print(f"{a / b:.2f}")
