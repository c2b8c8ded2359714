# Ends after nine numbers.
total = count = 0
while count < 9:
    x = int(input("Number: "))
    if x == 0:
        break
    total += x
    count += 1
    print("Total:", total)
print("Numbers:", count)
