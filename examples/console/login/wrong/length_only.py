# Compares lengths only.
import sys

for i in range(3):
    if len(input("Password: ")) == len(sys.argv[1]):
        print("welcome")
        break
    print("wrong password")
else:
    print("locked")
