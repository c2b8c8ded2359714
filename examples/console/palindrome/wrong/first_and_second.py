# Compares two letters at each end only.
word = input()
print("yes" if word[:2] == word[::-1][:2] else "no")
