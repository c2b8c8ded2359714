# Does not try the smaller number itself.
a = int(input())
b = int(input())
if a == 0 or b == 0:
    best = a + b
else:
    best = 1
    for d in range(1, min(a, b)):
        if a % d == 0 and b % d == 0:
            best = d
print(best)
