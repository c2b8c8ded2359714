# Adds the digits of the sum again, until one digit is left.
n = input()
while len(n) > 1:
    n = str(sum(int(d) for d in n))
print(n)
