# Forgets the oldest of more than three amounts.
amounts = []
while True:
    choice = int(input("Choice: "))
    if choice == 4:
        break
    if choice == 1:
        amounts.append(int(input("Amount: ")))
    elif choice == 2:
        amount = int(input("Amount: "))
        if amount > sum(amounts):
            print("insufficient funds")
            continue
        amounts.append(-amount)
    amounts = amounts[-3:]
    if 1 <= choice <= 3:
        print("Balance:", sum(amounts))
