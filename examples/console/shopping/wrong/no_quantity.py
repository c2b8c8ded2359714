# Forgets to multiply by the quantity.
total = 0
while (price := float(input("Price: "))) != 0:
    quantity = int(input("Quantity: "))
    total += price
print(f"{total:.2f}")
