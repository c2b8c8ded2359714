# Paper loses against everything: a case was forgotten.
import sys

player = computer = 0
for other in sys.argv[1]:
    move = input("Move: ")
    while move not in ["r", "p", "s"]:
        move = input("Move: ")
    if move == other:
        print("draw")
    elif move == "r" and other == "s" or move == "s" and other == "p":
        print("win")
        player += 1
    else:
        print("lose")
        computer += 1
print(f"{player}:{computer}")
