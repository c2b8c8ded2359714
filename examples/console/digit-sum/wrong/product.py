# Multiplies the digits.
result = 1
for d in input():
    result *= int(d)
print(result)
