# A move that does not exist loses the round.
import sys

player = computer = 0
for other in sys.argv[1]:
    move = input("Move: ")
    if move == other:
        print("draw")
    elif move + other in ["rs", "sp", "pr"]:
        print("win")
        player += 1
    else:
        print("lose")
        computer += 1
print(f"{player}:{computer}")
