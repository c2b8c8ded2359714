for _ in range(4):
    if input() == "sesame":
        print("welcome")
        break
else:
    print("locked")
