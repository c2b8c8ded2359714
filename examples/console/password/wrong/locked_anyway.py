for _ in range(3):
    if input() == "sesame":
        print("welcome")
        break
print("locked")
