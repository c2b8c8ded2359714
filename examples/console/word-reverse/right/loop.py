result = ""
for word in input().split(" "):
    if result == "":
        result = word
    else:
        result = word + " " + result
print(result)
