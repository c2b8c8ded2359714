words = input("Words: ").split()
print(" ".join(reversed(words)))
