# Ends at every choice that is not on the menu.
balance = 0
while True:
    choice = int(input("Choice: "))
    if choice == 1:
        balance += int(input("Amount: "))
    elif choice == 2:
        amount = int(input("Amount: "))
        if amount > balance:
            print("insufficient funds")
            continue
        balance -= amount
    elif choice != 3:
        break
    print("Balance:", balance)
