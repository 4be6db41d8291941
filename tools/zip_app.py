"""A single file for users with Python: `python -m tools.zip_app WHEELS FILE.pyz`.

`WHEELS` is a folder with the program's wheel and those of all it requires; of a package with compiled modules, a wheel
for each Python and system. The file has all of them. Its first start unpacks the suitable parts into the user's cache,
and later starts run from there.
"""

import re
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

SHEBANG = b"#!/usr/bin/env python3\n"
COMPILED = (".so", ".pyd")
WITHOUT_COMPILED = "yaml/"
"""A package whose compiled modules are left out: it works without them, and they would double the size."""
SYSTEMS = {"linux": "linux", "macosx": "darwin", "win": "win32"}
MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
START = Path(__file__).with_name("zip_app_start.py")
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same wheels make the same bytes."""


def entries(wheels: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the archive, each with its contents; compiled modules are in a folder for each Python and system."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith("/") or (name.endswith(COMPILED) and name.startswith(WITHOUT_COMPILED)):
                    continue
                folder = f"compiled/{platform_of(wheel)}" if name.endswith(COMPILED) else "site"
                yield f"{folder}/{name}", archive.read(name)


def platform_of(wheel: Path) -> str:
    """As in `311-linux-x86_64`: the Python, the system and the processor that a wheel is for."""
    *_, python, _, platform = wheel.stem.split("-")
    machine = next(MACHINES[each] for each in MACHINES if platform.endswith(each))
    system = next(SYSTEMS[each] for each in SYSTEMS if re.search(rf"(^|\.|many){each}", platform))
    return f"{python.removeprefix('cp')}-{system}-{machine}"


def write(wheels: Path, file: Path) -> None:
    """Writes the file."""
    found = dict(sorted(entries(wheels)))
    digest = sha256(b"".join(name.encode() + data for name, data in found.items())).hexdigest()[:16]
    start = START.read_text(encoding="utf-8").replace("VERSION_OF_FILES", digest)
    with file.open("wb") as out:
        out.write(SHEBANG)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in {"__main__.py": start.encode(), **found}.items():
                archive.writestr(zipfile.ZipInfo(name, OLDEST), data, zipfile.ZIP_DEFLATED)
    file.chmod(0o755)


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
