f = int(input())
print(f"{f - 32 * 5 / 9:.1f}")
