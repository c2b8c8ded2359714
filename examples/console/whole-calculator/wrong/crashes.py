a = int(input())
op = input()
b = int(input())
print(a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else int(a / b))
