# The two answers are swapped.
n = int(input("n = "))
print("even" if n % 2 else "odd")
