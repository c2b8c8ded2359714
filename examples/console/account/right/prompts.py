balance = 0
while True:
    amount = int(input("Amount: "))
    if amount == 0:
        break
    if balance + amount < 0:
        print("Insufficient funds!")
    else:
        balance += amount
        print(f"Your balance is {balance}.")
print("Good bye. Balance:", balance)
