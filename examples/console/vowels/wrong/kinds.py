# Counts which vowels there are, not how often.
line = input("Text: ").lower()
count = 0
for v in "aeiou":
    if v in line:
        count += 1
print("Vowels:", count)
