# Sorts the words backwards.
print(" ".join(sorted(input().split(), reverse=True)))
