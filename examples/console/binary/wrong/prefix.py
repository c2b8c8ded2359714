# Writes "0b" before the digits, run together with them.
n = int(input())
print(bin(n)[1:].replace("b", "0") if 0 <= n <= 255 else "out of range")
