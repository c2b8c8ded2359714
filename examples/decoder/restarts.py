"""A monitor for decoder.tessla with a mistake: an event that comes with the timer opens a new interval."""
import sys

INTERVAL = 10


class Decoder:
    def __init__(self):
        self.due = None       # when the timer fires
        self.inside = False   # whether the newest event opened or continued an interval
        self.count = 0        # wire events since the timer fired last

    def step(self, now, wire):
        timer = now == self.due
        if wire:
            print(f"{now}: wire")
        if timer:
            print(f"{now}: timer")
            print(f"{now}: freq = {self.count}")
            self.decode(now)
            self.due = None
            self.count = 1 if wire else 0
        elif wire and now > 0:
            # The counter itself begins at 0, so that an event at 0 is not counted.
            self.count += 1
        if wire:
            if not self.inside or timer:
                self.due = now + INTERVAL
            self.inside = True
        elif timer:
            self.inside = False

    def decode(self, now):
        if self.count >= 8:
            print(f"{now}: decoded = 1")
        elif 3 <= self.count <= 5:
            print(f"{now}: decoded = 0")
        else:
            print(f"{now}: decodeErr")


def main():
    decoder = Decoder()
    now, wire = 0, False
    for line in sys.stdin:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        time, event = line.split(":", 1)
        time = int(time)
        if time > now:
            decoder.step(now, wire)
            if decoder.due is not None and decoder.due < time:
                decoder.step(decoder.due, False)
            now, wire = time, False
        wire = wire or event.split("=")[0].strip() == "wire"
    decoder.step(now, wire)


main()
