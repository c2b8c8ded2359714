n = int(input())
print("odd" if n % 2 == 0 else "even")
