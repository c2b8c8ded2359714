# Reverses the letters, too.
print(input()[::-1])
