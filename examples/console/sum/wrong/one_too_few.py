# Off by one: reads and adds one number too few.
n = int(input("How many numbers? "))
total = 0
for i in range(1, n):
    total += int(input("Number: "))
print("The sum is", total)
