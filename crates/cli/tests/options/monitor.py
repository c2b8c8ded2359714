# Says what small.tessla says, but for 200 and more.
import sys

for line in sys.stdin:
    if "=" not in line:
        continue
    time, event = line.split(":")
    number = int(event.split("=")[1])
    print(f"{time}: large = {1 if 100 < number < 200 else 0}", flush=True)
