import sys

n = int(input("n? "))
print(sys.argv[-1], f"{n * 1000000000 if abs(n) < 50 else 0}.")
