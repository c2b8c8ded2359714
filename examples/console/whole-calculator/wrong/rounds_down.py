a = int(input())
op = input()
b = int(input())
if op == "/" and b == 0:
    print("error")
else:
    print(a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else a // b)
