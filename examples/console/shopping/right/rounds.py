total = 0.0
while True:
    price = float(input())
    if price == 0:
        break
    total = total + price * int(input())
print("Total:", round(total, 2))
