n = int(input("Number: "))
print(f"{n} is {'even' if n % 2 == 0 else 'odd'}.")
