# Accepts 256.
n = int(input())
print(f"{n:b}" if 0 <= n <= 256 else "out of range")
