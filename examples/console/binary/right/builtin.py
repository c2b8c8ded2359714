n = int(input("Number: "))
if 0 <= n <= 255:
    print(f"Binary: {n:b}")
else:
    print("Sorry, out of range.")
