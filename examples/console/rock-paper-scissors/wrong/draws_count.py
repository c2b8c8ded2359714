# A draw is a point for both.
import sys

player = computer = 0
for other in sys.argv[1]:
    move = input("Move: ")
    while move not in ["r", "p", "s"]:
        move = input("Move: ")
    if move == other:
        print("draw")
        player += 1
        computer += 1
    elif move + other in ["rs", "sp", "pr"]:
        print("win")
        player += 1
    else:
        print("lose")
        computer += 1
print(f"{player}:{computer}")
