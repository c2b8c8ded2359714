"""Takes libz3 out of the wheel in one folder and puts it into another; the last step makes it appear at once."""

import os
import pathlib
import sys
import tempfile
import zipfile

wheels, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
(wheel,) = wheels.glob("z3_solver-*.whl")
with zipfile.ZipFile(wheel) as archive:
    (member,) = [name for name in archive.namelist() if name.endswith("/libz3.so")]
    library = archive.read(member)

target.mkdir(parents=True, exist_ok=True)
handle, partial = tempfile.mkstemp(dir=target)
with os.fdopen(handle, "wb") as file:
    file.write(library)
os.chmod(partial, 0o755)
os.replace(partial, target / "libz3.so")
