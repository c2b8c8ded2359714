# Right, but takes much of what a run is given, or talks beside.
import sys
import time

if "sleeps" in sys.argv:
    time.sleep(1)
if "works" in sys.argv:
    while time.process_time() < 1.5:
        pass
if "holds" in sys.argv:
    held = bytearray(200 << 20)
if "talks" in sys.argv:
    print("a line\n" * 300, end="", flush=True)
for line in sys.stdin:
    if "chats" in sys.argv:
        print("a line")
    if "x =" in line:
        moment, event = line.split(":")
        print(f"{moment}: large = {1 if int(event.split('=')[1]) > 100 else 0}", flush=True)
