# Finds the smallest common divisor above 1 (or 1).
a = int(input())
b = int(input())
if a == 0 or b == 0:
    print(a + b)
else:
    for d in list(range(2, min(a, b) + 1)) + [1]:
        if a % d == 0 and b % d == 0:
            print(d)
            break
