# Only the last amount that was paid in counts: = for +=.
balance = 0
while True:
    choice = int(input("Choice: "))
    if choice == 4:
        break
    if choice == 1:
        balance = int(input("Amount: "))
    elif choice == 2:
        amount = int(input("Amount: "))
        if amount > balance:
            print("insufficient funds")
            continue
        balance -= amount
    if 1 <= choice <= 3:
        print("Balance:", balance)
