# Divides with decimals.
amount = int(input())
while amount < 1 or amount > 999:
    amount = int(input())
for coin in [200, 100, 50, 20, 10, 5, 2, 1]:
    print(f"{coin}: {amount / coin}")
    amount %= coin
