# Always writes eight digits.
n = int(input())
if n < 0 or n > 255:
    print("out of range")
else:
    print(f"{n:08b}")
