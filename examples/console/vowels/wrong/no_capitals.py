# Does not count capitals.
line = input()
print(len([c for c in line if c in "aeiou"]))
