# Writes each total one round too late.
total = count = 0
first = True
while True:
    x = int(input())
    if not first:
        print(total)
    first = False
    if x == 0:
        break
    total += x
    count += 1
print(count)
