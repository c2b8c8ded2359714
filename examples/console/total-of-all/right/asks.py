count, total = 0, 0
while True:
    try:
        total += int(input("Next: "))
        count += 1
    except EOFError:
        break
print(f"\n{count} numbers, {total} in all")
