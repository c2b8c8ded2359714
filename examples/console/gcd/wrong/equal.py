# Says 1 for equal numbers.
a = int(input())
b = int(input())
if a == b:
    print(1)
else:
    while b:
        a, b = b, a % b
    print(a)
