balance = 0
while True:
    print("1) pay in  2) take out  3) balance  4) end")
    choice = input("Your choice: ")
    if choice == "1":
        balance += int(input("Amount: "))
        print("Balance:", balance)
    elif choice == "2":
        amount = int(input("Amount: "))
        if amount > balance:
            print("insufficient funds")
        else:
            balance -= amount
            print("Balance:", balance)
    elif choice == "3":
        print(f"Balance: {balance}")
    elif choice == "4":
        print("Goodbye!")
        break
    else:
        print("Please choose from the menu.")
