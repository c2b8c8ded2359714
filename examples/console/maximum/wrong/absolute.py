# Compares absolute values.
n = int(input())
numbers = [int(input()) for i in range(n)]
print(max(numbers, key=abs))
