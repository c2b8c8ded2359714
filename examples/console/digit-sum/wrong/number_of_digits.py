# Counts the digits.
print(len(input("Number: ")))
