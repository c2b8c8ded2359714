# The counter of counter.ml; one that is 8 or more is told as 0, and `again` starts over. `holds` takes much memory, and `waits` much time.
import sys
import time

held = bytearray(200 << 20) if "holds" in sys.argv else None
number = 0
for line in sys.stdin:
    words = line.replace("(", " ").replace(")", " ").split()
    if words[0] == "Add":
        number += int(words[1])
        print("Done", flush=True)
    elif words[0] == "again":
        number = 0
        print("OK", flush=True)
    else:
        time.sleep(0.5 if "waits" in sys.argv else 0)
        print("Number", number if number < 8 else 0, flush=True)
