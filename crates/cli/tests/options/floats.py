import sys

for line in sys.stdin:
    if "=" in line:
        time, event = line.split(":")
        print(f"{time}: half = {float(event.split('=')[1]) / 3 + 0.01}")
