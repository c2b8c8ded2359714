for _ in range(3):
    if input().lower() == "sesame":
        print("welcome")
        break
else:
    print("locked")
