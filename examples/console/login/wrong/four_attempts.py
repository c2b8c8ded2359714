# Allows a fourth attempt.
import sys

tries = 0
while tries <= 3:
    if input("Password: ") == sys.argv[1]:
        print("welcome")
        sys.exit()
    print("wrong password")
    tries += 1
print("locked")
