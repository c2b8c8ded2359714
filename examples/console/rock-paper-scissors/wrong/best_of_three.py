# Ends as soon as somebody has two points.
import sys

player = computer = 0
for other in sys.argv[1]:
    move = input("Move: ")
    while move not in list("rps"):
        move = input("Move: ")
    if move == other:
        print("draw")
    elif move + other in ["rs", "sp", "pr"]:
        print("win")
        player += 1
    else:
        print("lose")
        computer += 1
    if player == 2 or computer == 2:
        break
print(f"{player}:{computer}")
