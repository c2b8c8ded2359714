n = int(input("Pieces: "))
price = float(input("Price: "))
total = n * price
if n >= 10:
    total *= 0.9
print(f"Total: {total:.2f} EUR")
