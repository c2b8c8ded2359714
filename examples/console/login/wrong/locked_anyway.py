# Says "locked" also after a right third attempt.
import sys

for i in range(1, 4):
    if input("Password: ") == sys.argv[1]:
        print("welcome")
        if i < 3:
            break
    else:
        print("wrong password")
    if i == 3:
        print("locked")
