n = int(input())
s = 0
while n > 9:
    s += n % 10
    n //= 10
print(s)
