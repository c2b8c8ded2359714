# Makes one step of Euclid's algorithm only.
a = int(input())
b = int(input())
if b != 0:
    a, b = b, a % b
print(a if b == 0 else b)
