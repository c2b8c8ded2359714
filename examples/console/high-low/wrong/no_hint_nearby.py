# Takes a guess beside the secret number for right.
import sys

secret = int(sys.argv[1])
count = 0
while True:
    guess = int(input("Guess: "))
    if guess < 1 or guess > 100:
        continue
    count += 1
    if abs(guess - secret) <= 1:
        break
    print("too low" if guess < secret else "too high")
print("Guesses:", count)
