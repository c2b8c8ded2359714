n = int(input())
print("even" if n // 2 * 2 != n else "odd")
