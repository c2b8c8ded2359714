n = int(input())
print(n // 10 + n % 10)
