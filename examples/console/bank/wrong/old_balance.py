# Writes the balance from before when something is paid in.
balance = 0
while True:
    choice = int(input("Choice: "))
    if choice == 4:
        break
    if choice == 1:
        amount = int(input("Amount: "))
        print("Balance:", balance)
        balance += amount
    elif choice == 2:
        amount = int(input("Amount: "))
        if amount > balance:
            print("insufficient funds")
        else:
            balance -= amount
            print("Balance:", balance)
    elif choice == 3:
        print("Balance:", balance)
