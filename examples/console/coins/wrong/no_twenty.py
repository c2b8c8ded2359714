# Forgets that there are coins of 20.
amount = int(input())
while amount < 1 or amount > 999:
    amount = int(input())
for coin in [200, 100, 50, 10, 5, 2, 1]:
    print(f"{coin}: {amount // coin}")
    if coin == 50:
        print("20: 0")
    amount %= coin
