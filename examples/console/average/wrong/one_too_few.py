n = int(input())
print(f"{sum(int(input()) for _ in range(n - 1)) / n:.2f}")
