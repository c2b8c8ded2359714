# Starts with 0, which is wrong if all numbers are negative.
n = int(input())
largest = 0
for i in range(n):
    x = int(input())
    if x > largest:
        largest = x
print(largest)
