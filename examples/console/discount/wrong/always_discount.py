n = int(input())
p = float(input())
print(f"{n * p * 0.9:.2f}")
