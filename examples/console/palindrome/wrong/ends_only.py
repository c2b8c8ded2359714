# Compares the first and the last letter only.
word = input("Word: ")
print("yes" if word[0] == word[-1] else "no")
