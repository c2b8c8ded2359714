# Counts the 0 as well.
total = count = 0
x = None
while x != 0:
    x = int(input("Number: "))
    count += 1
    total += x
    if x != 0:
        print("Total:", total)
print("Numbers:", count)
