import sys

for i in range(3):
    if input("Password: ") == sys.argv[1]:
        print("welcome")
        break
    print("wrong password")
else:
    print("locked")
