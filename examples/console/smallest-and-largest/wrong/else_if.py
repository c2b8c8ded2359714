x = int(input())
low, high = 10**9, -10**9
while x != 0:
    if x < low:
        low = x
    elif x > high:
        high = x
    x = int(input())
print(low, high)
