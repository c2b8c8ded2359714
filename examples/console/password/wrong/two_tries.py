for _ in range(2):
    if input() == "sesame":
        print("welcome")
        break
else:
    print("locked")
