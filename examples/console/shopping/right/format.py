total = 0
price = float(input("Price (0 ends): "))
while price != 0:
    quantity = int(input("Quantity: "))
    total += price * quantity
    price = float(input("Price (0 ends): "))
print(f"Total: {total:.2f} EUR")
