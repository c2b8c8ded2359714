# The counter of counter.ml for several clients; `late` adds after it has answered.
import socket
import sys
import threading
import time

number = 0


def add(amount):
    global number
    number += amount


def serve(connection):
    lines = connection.makefile("rwb", buffering=0)
    for line in lines:
        words = line.decode().replace("(", " ").replace(")", " ").split()
        answer = f"Number {number}"
        if words[0] == "Add" and "late" in sys.argv:
            threading.Timer(0.05, add, [int(words[1])]).start()
            answer = "Done"
        elif words[0] == "Add":
            add(int(words[1]))
            answer = "Done"
        lines.write(answer.encode() + b"\n")


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()
