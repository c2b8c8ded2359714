"""Tests real services against their models, right as they are and with a fault that `proxy.py` makes.

    python3 services.py run SERVICE [FAULT] [OPTION...]     one test, with further options of `lydian model test`
    python3 services.py table                               all of them, as the table of the book

`LYDIAN` is the command, `lydian` unless it is set.
"""

import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FAULTS = ["wrong", "lost", "stale", "off", "closed"]
NAMES = dict(wrong="wrong answer", lost="lost write", stale="stale read", off="off by one", closed="closed connection")

# How each is reached, where the proxy listens, and the command that starts it.
SERVICES = {
    "redis": ("--tcp 127.0.0.1:{port}", 7001, "redis-server --port {port} --save '' --appendonly no"),
    "memcached": ("--tcp 127.0.0.1:{port}", 7002, "memcached -l 127.0.0.1 -p {port} -U 0 -u root"),
    "beanstalkd": ("--tcp 127.0.0.1:{port}", 7003, "beanstalkd -l 127.0.0.1 -p {port}"),
    "lighttpd": (
        "--http http://127.0.0.1:{port} --readable lighttpd.conf",
        7004,
        f"mkdir files; PORT={{port}} exec /usr/sbin/lighttpd -D -f '{HERE}/lighttpd.conf'",
    ),
    "sqlite": ("", None, "exec sqlite3 2>&1"),
}


def command(service, fault=None):
    reached, port, start = SERVICES[service]
    words = [os.environ.get("LYDIAN", "lydian"), "model", "test", f"{service}.ml", "--wire", f"{service}.toml"]
    words += reached.format(port=port).split()
    if fault is None:
        return words, ["--", "sh", "-c", start.format(port=port)]
    proxy = ["python3", "proxy.py", service, fault]
    if port is not None:
        proxy += [str(port), str(port + 100)]
        start = start.format(port=port + 100)
    # beanstalkd has no reset; the proxy gives it one.
    reset = ["--reset", "reset", "--reset-ok", "OK"] if service == "beanstalkd" else []
    return words + reset, ["--", *proxy, "sh", "-c", start]


def run(service, fault=None, options=()):
    words, system = command(service, fault)
    return subprocess.run([*words, *options, *system], cwd=HERE, capture_output=True, text=True)


def table():
    print("| service | as it is | " + " | ".join(NAMES[fault] for fault in FAULTS) + " |")
    print("|---" * (2 + len(FAULTS)) + "|")
    for service in SERVICES:
        cells = []
        for fault in [None, *FAULTS]:
            begun = time.monotonic()
            said = run(service, fault).stdout
            took = f"{time.monotonic() - begun:.1f} s"
            inputs = re.search(r"^  inputs +(.*)", said, re.M)
            count = re.search(r"with ([\d,]+) inputs", said)
            if "refuted" in said.split("\n")[0] and inputs:
                length = len(inputs[1].split("; "))
                cells.append(f"{length} input{'s' * (length > 1)}, {took}")
            elif "passed" in said.split("\n")[0] and count:
                cells.append(f"passed, {count[1]} inputs, {took}")
            else:
                cells.append("?")
        print(f"| {service} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["table"]:
        table()
    elif sys.argv[1:2] == ["run"] and len(sys.argv) > 2:
        rest = sys.argv[3:]
        fault = rest.pop(0) if rest and rest[0] in FAULTS else None
        done = run(sys.argv[2], fault, rest)
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    else:
        sys.exit(__doc__)
