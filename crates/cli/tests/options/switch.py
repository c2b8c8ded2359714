# The switch of switch.ml.
import sys

level = 0
for line in sys.stdin:
    level = (level + 1) % 3 if line.strip() == "Press" else 0
    print(["Dark", "Light", "Full"][level], flush=True)
