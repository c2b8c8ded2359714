# Says that a word of one letter is no palindrome.
word = input()
print("yes" if len(word) > 1 and word == word[::-1] else "no")
