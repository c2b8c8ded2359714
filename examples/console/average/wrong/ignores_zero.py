# Does not count marks of 0.
n = int(input())
marks = [int(input()) for i in range(n)]
counted = [m for m in marks if m]
print(f"{sum(counted) / max(1, len(counted)):.2f}")
