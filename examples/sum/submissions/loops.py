count = int(input("How many numbers? "))
total = 0
for number in range(count):
    total = total + int(input("Next: "))
print("The sum is", total)
