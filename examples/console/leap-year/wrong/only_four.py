# Knows the rule of 4 only.
year = int(input("Year: "))
print(year, "is a leap year" if year % 4 == 0 else "is not a leap year")
