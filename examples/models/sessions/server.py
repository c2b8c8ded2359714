"""A counter, a register and a stack that several clients share, and a login for each, right or with a fault.

    python3 server.py PORT [lost|stale|double|mixed|keeps]

lost: two additions at the same time count as one. stale: a session that has read the register before reads it from a copy that is one
write behind if others write meanwhile. double: two sessions that pop at the same time get the same element. mixed: a
session is taken for the one that logged in last. keeps: it says that it was reset, and keeps what it has.
"""

import socket
import sys
import threading
import time

FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
WINDOW = 0.003
lock = threading.Lock()
state = {}


def reset():
    state.update(count=0, register=0, stack=[], old=0, written=0.0, users={})


def pop():
    if FAULT != "double":
        with lock:
            return f"Is {state['stack'].pop()}" if state["stack"] else "Empty"
    if not state["stack"]:
        return "Empty"
    value = state["stack"][-1]
    time.sleep(WINDOW)
    with lock:
        if state["stack"] and state["stack"][-1] == value:
            state["stack"].pop()
    return f"Is {value}"


def add():
    if FAULT != "lost":
        with lock:
            state["count"] += 1
        return "Done"
    before = state["count"]
    time.sleep(WINDOW)
    state["count"] = before + 1
    return "Done"


def write(value):
    with lock:
        state.update(old=state["register"], register=value, written=time.monotonic())
    return "Done"


def read(cache):
    with lock:
        # A copy is brought up to date a while after a write.
        is_late = FAULT == "stale" and time.monotonic() - state["written"] < 10 * WINDOW
        value = state["old"] if is_late and cache else state["register"]
    return f"Is {value}"


def serve(connection):
    lines = connection.makefile("rwb", buffering=0)
    writes = False
    session = 0 if FAULT == "mixed" else connection.fileno()
    for line in lines:
        word, *rest = line.decode().split()
        if word == "Add":
            answer = add()
        elif word == "Count":
            answer = f"Is {state['count']}"
        elif word == "Write":
            writes = True
            answer = write(int(rest[0]))
        elif word == "Read":
            answer = read(cache=not writes)
        elif word == "Push":
            with lock:
                state["stack"].append(int(rest[0]))
            answer = "Done"
        elif word == "Pop":
            answer = pop()
        elif word == "Login":
            state["users"][session] = rest[0]
            answer = "Done"
        elif word == "Who":
            user = state["users"].get(session)
            answer = f"You_are {user}" if user else "Nobody"
        elif word == "reset":
            if FAULT != "keeps":
                reset()
            answer = "ready"
        else:
            answer = "refused"
        lines.write(answer.encode() + b"\n")
    connection.close()


reset()
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    client, _ = listener.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve, args=(client,), daemon=True).start()
