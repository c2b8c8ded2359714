# Accepts every part of the password.
import sys

for i in range(3):
    if input("Password: ") in sys.argv[1]:
        print("welcome")
        break
    print("wrong password")
else:
    print("locked")
