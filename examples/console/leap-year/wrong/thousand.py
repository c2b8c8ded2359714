# Takes 1000 for 400.
year = int(input())
leap = year % 4 == 0 and (year % 100 != 0 or year % 1000 == 0)
print(f"{year} is {'' if leap else 'not '}a leap year")
