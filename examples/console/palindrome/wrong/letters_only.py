# Compares how often each letter occurs on both sides of the middle, not where.
word = input()
half = len(word) // 2
print("yes" if sorted(word[:half]) == sorted(word[len(word) - half:]) else "no")
