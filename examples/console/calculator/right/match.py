x = float(input())
sign = input()
y = float(input())
match sign:
    case "+":
        result = x + y
    case "-":
        result = x - y
    case "*":
        result = x * y
    case "/":
        result = x / y if y else None
if result is None:
    print("division by zero")
else:
    print("Result:", round(result, 2))
