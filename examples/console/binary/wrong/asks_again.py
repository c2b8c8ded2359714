# Asks again after a wrong number instead of ending.
n = int(input())
while n < 0 or n > 255:
    print("out of range")
    n = int(input())
print(f"{n:b}")
