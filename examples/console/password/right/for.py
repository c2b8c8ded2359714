for _ in range(3):
    if input("Password: ") == "sesame":
        print("Welcome!")
        break
    print("Wrong.")
else:
    print("Locked.")
