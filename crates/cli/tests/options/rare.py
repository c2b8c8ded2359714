# Says what rare.tessla says.
import sys

for line in sys.stdin:
    if "x =" in line:
        time, event = line.split(":")
        number = int(event.split("=")[1])
        if number > 100:
            print(f"{time}: large = {number}", flush=True)
