# Writes nothing for 0.
n = int(input())
if n < 0 or n > 255:
    print("out of range")
else:
    digits = ""
    while n > 0:
        digits = str(n % 2) + digits
        n //= 2
    print(digits)
