n = int(input("n (0 to 12): "))
while n < 0 or n > 12:
    n = int(input("From 0 to 12, please: "))
result = 1
for i in range(2, n + 1):
    result *= i
print(result)
