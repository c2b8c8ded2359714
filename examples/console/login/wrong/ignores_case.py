# Does not tell capitals from small letters.
import sys

for i in range(3):
    if input("Password: ").lower() == sys.argv[1].lower():
        print("welcome")
        break
    print("wrong password")
else:
    print("locked")
