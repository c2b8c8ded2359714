# Forgets the last digit 8.
n = input("n = ")
if n[-1] in "0246":
    print("even")
else:
    print("odd")
