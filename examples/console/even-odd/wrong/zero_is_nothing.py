# Says that 0 is neither.
n = int(input())
if n == 0:
    print("zero")
elif n % 2 == 0:
    print("even")
else:
    print("odd")
