# Has no case for a middle number that is equal to another.
a = int(input())
b = int(input())
c = int(input())
low = min(a, b, c)
high = max(a, b, c)
middle = 0
for x in (a, b, c):
    if low < x < high:
        middle = x
print(low, middle, high)
