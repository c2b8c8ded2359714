# Writes one decimal.
total = 0
while (price := float(input("Price: "))) != 0:
    total += price * int(input("Quantity: "))
print(f"{total:.1f}")
