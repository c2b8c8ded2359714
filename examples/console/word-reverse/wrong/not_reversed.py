# Calls reversed and forgets the result.
words = input().split()
reversed(words)
print(" ".join(words))
