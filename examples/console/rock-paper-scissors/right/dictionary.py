import sys

beats = {"r": "s", "s": "p", "p": "r"}
player = computer = 0
for other in sys.argv[1]:
    move = input("Your move (r, p, s): ")
    while move not in beats:
        move = input("Please type r, p or s: ")
    if move == other:
        print("It is a draw.")
    elif beats[move] == other:
        print("You win!")
        player += 1
    else:
        print("You lose.")
        computer += 1
print(f"Result {player}:{computer}")
