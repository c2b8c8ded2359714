line = input("Text: ")
count = 0
for letter in line.lower():
    if letter in "aeiou":
        count += 1
print(f"The text has {count} vowels.")
