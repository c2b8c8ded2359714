total = 0
count = 0
while True:
    x = int(input("Next number: "))
    if x == 0:
        break
    total += x
    count += 1
    print(f"Total: {total}")
print(f"{count} numbers")
