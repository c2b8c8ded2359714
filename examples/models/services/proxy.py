"""Stands between a client and a real service, and makes one mistake.

    python3 proxy.py SERVICE FAULT LISTEN_PORT SERVER_PORT COMMAND...
    python3 proxy.py SERVICE FAULT COMMAND...                           (over pipes)

The faults: `wrong` answer, `lost` write, `stale` read, `off` by one, `closed` connection. A fault depends on what was said since the
reset, so that it comes again whenever the same is said. beanstalkd has no reset; `reset` deletes its jobs.
"""

import re
import socket
import subprocess
import sys
import threading
import time

NO_CONTENT = b"HTTP/1.1 204 No Content\r\n\r\n"


def shorter(response):
    """An HTTP response without the last byte of a body of three or more."""
    head, _, body = response.partition(b"\r\n\r\n")
    if len(body) < 3:
        return response
    length = str(len(body) - 1).encode()
    return re.sub(rb"(?i)(content-length: *)\d+", rb"\g<1>" + length, head) + b"\r\n\r\n" + body[:-1]


def one_more(least, number=rb"-?\d+"):
    """Adds one to the last number of an answer, if it is large enough."""

    def change(answer):
        found = list(re.finditer(number, answer))
        if not found or int(found[-1][0]) < least:
            return answer
        start, end = found[-1].span()
        return answer[:start] + str(int(answer[start:end]) + 1).encode() + answer[end:]

    return change


# For each service: what a reset looks like, where an answer ends, and for each fault
#   wrong: a request, and what is answered to it; lost: what must have been said before, a request that is not passed on, its answer;
#   stale: requests that are answered as the same request was before; off: a request, and what becomes of its answer;
#   closed: what must have been said before, and a request at which the connection is closed.
SERVICES = {
    "redis": dict(
        reset=rb"FLUSHALL",
        end=b"\r\n",
        wrong=(rb"\nDEL\r", b":1\r\n"),
        lost=(rb"\nSET\r", rb"\nSET\r", b"+OK\r\n"),
        stale=rb"\n(GET|LRANGE)\r",
        off=(rb"\n(APPEND|RPUSH)\r", one_more(2)),
        closed=(rb"\nRPUSH\r[^\0]*\nRPUSH\r", rb"\nLPOP\r"),
    ),
    "memcached": dict(
        reset=rb"^flush_all",
        end=b"\r\n",
        wrong=(rb"^delete", b"DELETED\r\n"),
        lost=(rb"(?m)^set", rb"^replace", b"STORED\r\n"),
        stale=rb"^get",
        off=(rb"^incr", one_more(10)),
        closed=(rb"(?m)^incr", rb"^decr"),
    ),
    "sqlite": dict(
        reset=rb"^ROLLBACK;\nDELETE|^CREATE",
        end=b"<end>\n",
        wrong=(rb"^COMMIT", b"<end>\n"),
        lost=(rb"(?m)^BEGIN", rb"^DELETE", b"changed 1\n<end>\n"),
        stale=rb"^SELECT 'total",
        off=(rb"^SELECT 'total", one_more(2)),
        closed=(rb"(?m)^ROLLBACK", rb"^ROLLBACK"),
    ),
    "lighttpd": dict(
        reset=rb"^DELETE /c%20d",
        end=b"",
        wrong=(rb"^DELETE /b", NO_CONTENT),
        lost=(rb"(?m)^PUT /a", rb"^PUT /a", NO_CONTENT),
        stale=rb"^GET",
        off=(rb"^GET", shorter),
        closed=(rb"(?m)^COPY", rb"^MOVE"),
    ),
    "beanstalkd": dict(
        reset=rb"^reset",
        end=b"\r\n",
        wrong=(rb"^kick", b"KICKED 1\r\n"),
        lost=(rb"(?m)^reserve", rb"^release", b"RELEASED\r\n"),
        stale=rb"^peek-ready",
        off=(rb"^kick", one_more(1)),
        closed=(rb"(?m)^reserve", rb"^bury"),
    ),
}


class Mistake:
    """What is said since the reset, and the fault."""

    def __init__(self, service, fault):
        self.service, self.fault = SERVICES[service], fault
        self.said, self.answers, self.jobs = b"", {}, []
        self.lock = threading.Lock()

    def pass_on(self, request, ask):
        """The answer to a request, which `ask` gets from the service; nothing closes the connection."""
        rule = self.service.get(self.fault)
        before, self.said = self.said, self.said + request
        if re.search(self.service["reset"], request):
            self.said, self.answers = b"", {}
            return ask(request)
        if self.fault == "wrong" and re.search(rule[0], request):
            ask(request)
            return rule[1]
        if self.fault == "lost" and re.search(rule[0], before) and re.search(rule[1], request):
            return rule[2]
        if self.fault == "stale" and re.search(rule, request):
            return self.answers.setdefault(request, ask(request))
        if self.fault == "off" and re.search(rule[0], request):
            return rule[1](ask(request))
        if self.fault == "closed" and re.search(rule[0], before) and re.search(rule[1], request):
            return None
        return ask(request)


def http(read):
    """One HTTP message."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = read()
        if not more:
            return data
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    while length and len(body) < int(length[1]):
        body += read()
    return head + b"\r\n\r\n" + body


def message(read, end):
    """One message: what comes at once, up to its end."""
    if not end:
        return http(read)
    data = read()
    while data and not data.endswith(end):
        more = read()
        if not more:
            break
        data += more
    return data


def serve(client, port, mistake):
    server = socket.create_connection(("127.0.0.1", port))
    for side in (client, server):
        side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    end = mistake.service["end"]

    def ask(request):
        if request == b"reset\r\n":
            while mistake.jobs:
                ask(b"delete " + mistake.jobs.pop() + b"\r\n")
            return b"OK\r\n"
        server.sendall(request)
        answer = message(lambda: server.recv(65536), end)
        mistake.jobs += re.findall(rb"^INSERTED (\d+)", answer)
        return answer

    while True:
        request = message(lambda: client.recv(65536), end)
        if not request:
            break
        with mistake.lock:
            answer = mistake.pass_on(request, ask)
        if not answer:
            break
        client.sendall(answer)
    client.close()
    server.close()


def over_tcp(mistake, port, server_port, command):
    subprocess.Popen(command)
    while True:
        try:
            socket.create_connection(("127.0.0.1", server_port)).close()
            break
        except OSError:
            time.sleep(0.005)
    listener = socket.create_server(("127.0.0.1", port))
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, server_port, mistake), daemon=True).start()


def over_pipes(mistake, command):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def ask(request):
        server.stdin.write(request)
        return message(lambda: server.stdout.read(65536), mistake.service["end"])

    # A request ends with the line that lets the shell say where its answer ends.
    while request := message(lambda: sys.stdin.buffer.raw.read(65536), b".print <end>\n"):
        answer = mistake.pass_on(request, ask)
        if not answer:
            break
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    mistake = Mistake(sys.argv[1], sys.argv[2])
    if sys.argv[3].isdigit():
        over_tcp(mistake, int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
    else:
        over_pipes(mistake, sys.argv[3:])
