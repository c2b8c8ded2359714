a = int(input())
b = int(input())
c = int(input())
print(max(a, b))
