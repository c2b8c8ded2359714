a = int(input("First number: "))
op = input("Operation: ")
b = int(input("Second number: "))
if op == "+":
    print(a + b)
elif op == "-":
    print(a - b)
elif op == "*":
    print(a * b)
elif b == 0:
    print("Error: division by zero")
else:
    print(int(a / b))
