n = int(input())
p = float(input())
print(f"{n * p:.2f}")
