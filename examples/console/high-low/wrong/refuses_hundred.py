# Refuses 100.
import sys

secret = int(sys.argv[1])
count = 0
while True:
    guess = int(input("Guess: "))
    if guess not in range(1, 100):
        print("not allowed")
        continue
    count += 1
    if guess == secret:
        break
    print("too low" if guess < secret else "too high")
print("Guesses:", count)
