# Forgets the u.
line = input("Text: ").lower()
print("Vowels:", sum(c in "aeio" for c in line))
