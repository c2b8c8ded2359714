"""The server of a small file transfer, behind an observer that answers one line with one line.

Right as it is. Wrong with an argument: `full` refuses the 31st data of a transfer, `stale` expects the data of a second
transfer at the port of the first, `generous` offers a port above the limit.
"""
import re
import sys


class Server:
    """Speaks of ports and limits; chooses its ports itself."""

    def __init__(self, wrong):
        self.wrong = wrong
        self.transfers = 0
        self.open = False
        self.port = None
        self.received = 0

    def request(self, limit):
        if self.open:
            return None
        self.open = True
        self.transfers += 1
        self.received = 0
        offered = (self.transfers * 7 + 2) % (limit + 1)
        if self.wrong == "generous" and self.transfers == 2:
            offered = limit + 1
        if self.wrong != "stale" or self.port is None:
            self.port = offered
        return offered

    def data(self, port):
        self.received += 1
        full = self.wrong == "full" and self.received > 30
        return "Ack" if self.open and port == self.port and not full else None

    def close(self):
        was_open, self.open = self.open, False
        return "Ack" if was_open else None


def observe(wrong):
    """Puts the values of variables into inputs, and keeps the port that the server chose."""
    server, values = Server(wrong), {"X": 3}
    for line in sys.stdin:
        words = re.findall(r"\w+", line)
        answer = None
        if words[0] == "reset":
            server, values = Server(wrong), {"X": 3}
            answer = "Ack"
        elif words[0] == "Req" and words[1] in values:
            port = server.request(values[words[1]])
            if port is not None:
                values["Y"] = port
                answer = f"Port {port}"
        elif words[0] == "Send" and words[2] in values:
            answer = server.data(values[words[2]])
        elif words[0] == "Stop":
            answer = server.close()
        print("refused" if answer is None else f"[{answer}]", flush=True)


observe(sys.argv[1] if len(sys.argv) > 1 else "")
