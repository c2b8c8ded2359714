amount = int(input("Amount in cents: "))
while not 1 <= amount <= 999:
    print("From one cent to 9.99!")
    amount = int(input("Amount in cents: "))
for coin in [200, 100, 50, 20, 10, 5, 2, 1]:
    number, amount = divmod(amount, coin)
    print(f"{coin}: {number}")
