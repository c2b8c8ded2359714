# Gives a discount of 10 % from 10 pieces on, as in another task.
total = 0
while (price := float(input("Price: "))) != 0:
    quantity = int(input("Quantity: "))
    total += price * quantity * (0.9 if quantity >= 10 else 1)
print(f"{total:.2f}")
