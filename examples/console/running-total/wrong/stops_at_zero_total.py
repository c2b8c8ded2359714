# Ends when the total is 0, not when the number is.
total = count = 0
while True:
    x = int(input("Number: "))
    total += x
    if x == 0 or total == 0:
        break
    count += 1
    print("Total:", total)
print("Numbers:", count)
