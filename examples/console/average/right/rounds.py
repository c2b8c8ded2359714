count = int(input())
total = 0
for _ in range(count):
    total = total + int(input())
print("The average is", round(total / count, 2))
