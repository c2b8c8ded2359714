import sys

secret = int(sys.argv[1])
print("Guess my number!")
count = 0
guess = None
while guess != secret:
    guess = int(input("Your guess: "))
    if guess < 1 or guess > 100:
        print("It is between one and a hundred.")
        continue
    count += 1
    if guess < secret:
        print("Sorry, too low.")
    elif guess > secret:
        print("Sorry, too high.")
print(f"You needed {count} guesses.")
