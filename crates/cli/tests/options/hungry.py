# Right, but takes much of what a run is given.
import sys
import time

if "sleeps" in sys.argv:
    time.sleep(1)
if "works" in sys.argv:
    while time.process_time() < 1.5:
        pass
if "holds" in sys.argv:
    held = bytearray(200 << 20)
print("n? ", end="", flush=True)
while (n := int(input())) not in range(10):
    print("again", flush=True)
numbers = [int(input("x" * 1000 if "talks" in sys.argv else "")) for _ in range(n)]
print(sys.argv[-1], f"{sum(numbers)}.")
