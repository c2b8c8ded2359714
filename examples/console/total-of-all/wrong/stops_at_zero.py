import sys
count = total = 0
for line in sys.stdin:
    if int(line) == 0:
        break
    count += 1
    total += int(line)
print(count, total)
