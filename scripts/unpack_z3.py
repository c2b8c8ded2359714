"""Takes libz3 out of the wheel in one folder and puts it into another; the last step makes it appear at once.
A wheel whose SHA-256 is not the one in z3.sha256 is refused before anything of it is unpacked."""

import hashlib
import os
import pathlib
import sys
import tempfile
import zipfile

wheels, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
(wheel,) = wheels.glob("z3_solver-*.whl")
lines = pathlib.Path(__file__).with_name("z3.sha256").read_text().splitlines()
known = {name: digest for digest, name in (line.split() for line in lines)}
found = hashlib.sha256(wheel.read_bytes()).hexdigest()
if wheel.name not in known:
    sys.exit(f"there is no SHA-256 for {wheel.name} in scripts/z3.sha256; this one has {found}")
if found != known[wheel.name]:
    sys.exit(f"{wheel.name} is not what it should be: its SHA-256 is {found}, not {known[wheel.name]}")
with zipfile.ZipFile(wheel) as archive:
    (member,) = [name for name in archive.namelist() if name.endswith("/libz3.so")]
    library = archive.read(member)

target.mkdir(parents=True, exist_ok=True)
handle, partial = tempfile.mkstemp(dir=target)
with os.fdopen(handle, "wb") as file:
    file.write(library)
os.chmod(partial, 0o755)
os.replace(partial, target / "libz3.so")
