word = input("Word: ")
if word == word[::-1]:
    print("yes")
else:
    print("no")
