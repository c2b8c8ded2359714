count = int(input("How many numbers? "))
total = int(input("Next: "))
while count > 2:
    total = total + int(input("Next: "))
    count = count - 1
print("The sum is", total)
