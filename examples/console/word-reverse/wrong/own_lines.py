# Writes each word on its own line.
for word in reversed(input().split()):
    print(word)
