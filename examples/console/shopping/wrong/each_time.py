# Writes a total after each thing.
total = 0
while (price := float(input("Price: "))) != 0:
    total += price * int(input("Quantity: "))
    print(f"So far: {total:.2f}")
print("Thank you!")
