# Counts y as a vowel.
line = input("Text: ").lower()
print("Vowels:", sum(c in "aeiouy" for c in line))
