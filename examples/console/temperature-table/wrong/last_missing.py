# The last line is missing.
low = int(input("From: "))
high = int(input("To: "))
for c in range(low, high):
    print(f"{c} {c * 9 / 5 + 32:.1f}")
