# Writes the points of the computer first.
import sys

points = {"win": 0, "lose": 0, "draw": 0}
for other in sys.argv[1]:
    move = ""
    while move not in ("r", "p", "s"):
        move = input("Move: ")
    result = "draw" if move == other else "win" if move + other in ["rs", "sp", "pr"] else "lose"
    print(result)
    points[result] += 1
print(f"{points['lose']}:{points['win']}")
