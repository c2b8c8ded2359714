a = int(input("First number: "))
op = input("Operator: ")
b = int(input("Second number: "))
if op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a * b)
elif b == 0:
    print("Error: division by zero!")
else:
    print(f"{a / b:.2f}")
