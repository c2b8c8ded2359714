# The hints are swapped.
import sys

secret = int(sys.argv[1])
count = 1
guess = int(input("Guess: "))
while guess != secret:
    if 1 <= guess <= 100:
        count += 1
        print("too high" if guess < secret else "too low")
    guess = int(input("Guess: "))
print("Guesses:", count)
