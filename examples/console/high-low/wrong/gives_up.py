# Gives up after three guesses in a row that are not allowed.
import sys

secret = int(sys.argv[1])
count = refused = 0
while True:
    guess = int(input("Guess: "))
    if guess < 1 or guess > 100:
        refused += 1
        if refused == 3:
            sys.exit("I give up.")
        continue
    refused = 0
    count += 1
    if guess == secret:
        break
    print("too low" if guess < secret else "too high")
print("Guesses:", count)
