import sys

secret = int(sys.argv[1])
for count in range(1, 5):
    number = int(input("Your number: "))
    if number < secret:
        print("Too low!")
    elif number > secret:
        print("Too high!")
    else:
        print(f"Found after {count} guesses.")
        break
else:
    print("You have lost.")
