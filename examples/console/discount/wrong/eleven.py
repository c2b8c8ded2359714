n = int(input())
p = float(input())
print(f"{n * p * (0.9 if n > 10 else 1):.2f}")
