n = int(input("How many numbers? "))
total = 0
for i in range(n):
    total += int(input(f"Number {chr(65 + i % 26)}: "))
print(f"The sum is {total}.")
