# Cannot empty the account: >= for >.
balance = 0
while True:
    choice = input("Choice: ")
    if choice == "1":
        balance += int(input("Amount: "))
        print("Balance:", balance)
    elif choice == "2":
        amount = int(input("Amount: "))
        if amount >= balance:
            print("insufficient funds")
        else:
            balance -= amount
            print("Balance:", balance)
    elif choice == "3":
        print("Balance:", balance)
    elif choice == "4":
        break
