import sys

state = {"Left": False, "Right": False}
for line in sys.stdin:
    side = line.strip()
    print("Is " + str(state[side]).lower(), flush=True)
    state[side] = not state[side]
