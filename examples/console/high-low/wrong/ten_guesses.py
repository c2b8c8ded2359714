# Allows ten guesses only.
import sys

secret = int(sys.argv[1])
count = 0
while count < 10:
    guess = int(input("Guess: "))
    if guess < 1 or guess > 100:
        continue
    count += 1
    if guess == secret:
        print("Guesses:", count)
        break
    print("too low" if guess < secret else "too high")
else:
    print("You lose.")
