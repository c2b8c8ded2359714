"""A store of numbers under names: on standard input and output, over TCP (--tcp PORT) or HTTP (--http PORT).

Right as it is. `--bug N` seeds a mistake:
  1  a deleted key is still counted
  2  a put over a value answers the old value
  3  a delete removes the key that was put last, whichever was named
  4  keys are compared without regard to case
  5  the third put is lost
  6  a get of a deleted key hangs
"""
import argparse
import socketserver
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Store:
    """What is stored, with one of the mistakes or none."""

    def __init__(self, bug):
        self.bug = bug
        self.lock = threading.Lock()
        self.reset()

    def reset(self):
        self.values = {}
        self.ghosts = 0
        self.puts = 0
        self.deleted = set()
        return "OK"

    def name(self, key):
        return key.lower() if self.bug == 4 else key

    def put(self, key, value):
        key = self.name(key)
        self.puts += 1
        if self.bug == 5 and self.puts == 3:
            return "OK"
        old = self.values.pop(key, None)
        self.values[key] = value
        self.deleted.discard(key)
        return f"VALUE {old}" if self.bug == 2 and old is not None else "OK"

    def get(self, key):
        key = self.name(key)
        if self.bug == 6 and key in self.deleted:
            return None
        return f"VALUE {self.values[key]}" if key in self.values else "MISSING"

    def delete(self, key):
        key = self.name(key)
        if key not in self.values:
            return "MISSING"
        self.values.pop(list(self.values)[-1] if self.bug == 3 else key)
        self.deleted.add(key)
        self.ghosts += self.bug == 1
        return "OK"

    def count(self):
        return f"NUMBER {len(self.values) + self.ghosts}"

    def answer(self, line):
        """One line for one line."""
        known = {"PUT": self.put, "GET": self.get, "DELETE": self.delete, "COUNT": self.count, "RESET": self.reset}
        with self.lock:
            try:
                command, *arguments = line.split()
                answer = known[command](*arguments)
            except (ValueError, KeyError, TypeError):
                answer = "ERROR"
        if answer is None:
            threading.Event().wait()
        return answer


def serve_lines(store, lines, write):
    for line in lines:
        write(store.answer(line) + "\n")


def serve_tcp(store, port):
    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            lines = (line.decode("utf-8", "replace") for line in self.rfile)
            serve_lines(store, lines, lambda text: self.wfile.write(text.encode()))

    socketserver.ThreadingTCPServer.allow_reuse_address = True
    socketserver.ThreadingTCPServer.daemon_threads = True
    socketserver.ThreadingTCPServer(("127.0.0.1", port), Handler).serve_forever()


def serve_http(store, port):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # A response in one piece: otherwise the kernel holds back its second half.
        wbufsize = -1

        def respond(self, command):
            """PUT, GET and DELETE of /keys/KEY, GET of /count, POST of /reset."""
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
            parts = self.path.strip("/").split("/")
            if len(parts) == 2 and parts[0] == "keys" and command in ("PUT", "GET", "DELETE"):
                answer = store.answer(f"{command} {parts[1]} {body if command == 'PUT' else ''}")
            else:
                known = {("GET", "count"): "COUNT", ("POST", "reset"): "RESET"}
                answer = store.answer(known.get((command, "/".join(parts)), ""))
            word, _, rest = answer.partition(" ")
            if word == "NUMBER":
                rest += " keys"
            status = {"OK": 204, "MISSING": 404, "ERROR": 400}.get(word, 200)
            self.send_response(status)
            if status != 204:
                self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            if status != 204:
                self.wfile.write(rest.encode())

        def do_GET(self):
            self.respond("GET")

        def do_PUT(self):
            self.respond("PUT")

        def do_DELETE(self):
            self.respond("DELETE")

        def do_POST(self):
            self.respond("POST")

        def log_message(self, *_):
            pass

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tcp", type=int, metavar="PORT")
    parser.add_argument("--http", type=int, metavar="PORT")
    parser.add_argument("--bug", type=int, default=0, metavar="N")
    options = parser.parse_args()
    store = Store(options.bug)
    if options.tcp is not None:
        serve_tcp(store, options.tcp)
    elif options.http is not None:
        serve_http(store, options.http)
    else:
        sys.stdout.reconfigure(line_buffering=True)
        serve_lines(store, sys.stdin, sys.stdout.write)


main()
